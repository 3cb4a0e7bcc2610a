import { documentName, toolNameIn } from '../document/tool-name.ts';
import { parseJson } from '../text/json.ts';
import { AtipError, flattenCommands, type AtipCommand, type AtipOption, type AtipTool, type Issue } from '@atip/core';
import { recognise, shellProgram, toolListIn, type ImportKind } from './recognise.ts';
import { answerResponse } from './answer-response.ts';
import {
  type ImportHints,
  type Imported,
  IMPORT_FORMATS,
  fromCanonical,
  fromMcp,
  importFrom,
  isFormatName,
  withInferredEffects,
} from '@atip/importers';
import { decodeShare } from '@atip/share';

export interface ImportSource {
  readonly text: string;
  /** Absent: it was pasted. */
  readonly fileName?: string;
}

export interface DocumentResult {
  readonly made: 'document';
  readonly name: string;
  readonly text: string;
  /** `"effects of 2 of 5 commands are inferred"`; absent where nobody guessed. */
  readonly note?: string | undefined;
  /** It opens in Try it, with a model's answer or a shell line. */
  readonly tried?: { readonly response: string } | { readonly line: string };
}

/** `message` gives the reason and the way out, as sentences. */
interface NoResult {
  readonly made: 'nothing';
  readonly message: string;
}

export type ImportResult =
  | DocumentResult
  /** `fragment` begins with its `#`. */
  | { readonly made: 'link'; readonly fragment: string }
  | NoResult;

const nothing = (message: string): NoResult => ({ made: 'nothing', message });

export async function answerImport(source: ImportSource): Promise<ImportResult> {
  const { kind, reason } = await recognise(source);
  switch (kind) {
    case 'link':
      return readLink(source.text);
    case 'answer':
      return openAnswer(source.text);
    case 'shell-line': {
      const text = source.text.trim();
      // A line copied from a terminal.
      return openTool(shellProgram(text) ?? '', { line: text.replace(/^\$ /, '') });
    }
    case 'atip':
    case 'broken':
      return openAsItIs(source);
    case 'provider-tools':
      return convert(kind, source);
    default:
      return isFormatName(kind) ? convert(kind, source) : nothing(reason);
  }
}

async function openTool(name: string, tried: DocumentResult['tried'] & {}): Promise<ImportResult> {
  const { loadShim } = await import('@atip/catalog');
  const tool = await loadShim(name);
  if (tool === undefined) return nothing(`This page has no document of ${name}.`);
  const opened = openAsItIs({ text: `${JSON.stringify(tool, null, 2)}\n`, fileName: `${name}.json` });
  return { ...opened, tried };
}

/** A model's answer with the tool that it calls; for an unknown tool only the parts that the calls show. */
async function openAnswer(text: string): Promise<ImportResult> {
  const read = answerResponse({ text, provider: 'openai' });
  if (read.kind !== 'calls') return nothing(read.kind === 'empty' ? 'There is no text.' : read.message);
  const { listShims } = await import('@atip/catalog');
  const program = programOf(read.calls.map(({ name }) => name));
  if (program !== undefined && listShims().includes(program)) return openTool(program, { response: text });
  const tools = read.calls.map(({ name, arguments: args }) => ({ name, inputSchema: schemaOf(args) }));
  const { tool, issues } = fromMcp({ tools }, { name: 'tools' });
  const sketch = asFunctions(tool, issues, 'Functions that a model called, as far as its calls show them');
  return { ...documentOf(sketch, false), tried: { response: text } };
}

function schemaOf(args: Readonly<Record<string, unknown>>): object {
  const typeOf = (value: unknown): string =>
    Array.isArray(value) ? 'array' : value === null ? 'string' : typeof value;
  const entries = Object.entries(args).map(([name, value]) => [
    name,
    { type: typeOf(value), items: { type: 'string' } },
  ]);
  return { type: 'object', properties: Object.fromEntries(entries) };
}

/** A document keeps its exact text; nothing is inferred that its author did not write. */
function openAsItIs({ text, fileName }: ImportSource): DocumentResult {
  return { made: 'document', name: fileName ?? documentName(toolNameIn(text)), text };
}

function convert(kind: Exclude<ImportKind, 'atip'>, { text, fileName }: ImportSource): ImportResult {
  const read = readSource(kind, text, { name: nameFromFile(kind, fileName) });
  if ('made' in read) return read;
  // A program's name and words say what it does; a function's name says little.
  return documentOf(read, isFormatName(kind) && IMPORT_FORMATS[kind].isProgram);
}

function documentOf({ tool: read }: Pick<Imported, 'tool'>, infers: boolean): DocumentResult {
  const plain = withoutHelp(read);
  const { tool, evidence } = infers ? withInferredEffects(plain) : { tool: plain, evidence: [] };
  const inferred = new Set(evidence.filter(({ source }) => source !== 'option').map(({ path }) => path)).size;
  const note = inferred === 0 ? undefined : `effects of ${inferred} of ${countCommands(tool)} commands are inferred`;
  return { made: 'document', name: documentName(plain.name), text: `${JSON.stringify(tool, null, 2)}\n`, note };
}

function countCommands(tool: AtipTool): number {
  try {
    return flattenCommands(tool).length;
  } catch (error) {
    // A tool that does not compile has no commands to count; Problems says why.
    if (!AtipError.isInstance(error)) throw error;
    return 0;
  }
}

/** The tool without the options of every program that no model needs: help and version. */
function withoutHelp<Node extends AtipTool | AtipCommand>(node: Node): Node {
  const { commands, options, globalOptions } = node as Node & AtipTool & AtipCommand;
  const remaining = (all: readonly AtipOption[] | undefined): readonly AtipOption[] | undefined => {
    const some = all?.filter(isOfProgram);
    return some?.length === 0 ? undefined : some;
  };
  const below = commands && Object.entries(commands).map(([name, command]) => [name, withoutHelp(command)]);
  return {
    ...node,
    options: remaining(options),
    globalOptions: remaining(globalOptions),
    commands: below && Object.fromEntries(below),
  } as Node;
}

function isOfProgram({ flags, type, description }: AtipOption): boolean {
  const isHelp = (flag: string): boolean =>
    flag === '--help' || flag === '--version' || (flag === '-h' && /\bhelp\b/i.test(description));
  return type !== 'boolean' || !flags.some(isHelp);
}

/** A manifest does not name its program; its file may. */
function nameFromFile(kind: ImportKind, fileName: string | undefined): string | undefined {
  if (kind !== 'oclif' && kind !== 'mcp' && kind !== 'provider-tools') return undefined;
  const [stem = ''] = (fileName ?? '').split('.');
  return /^[\w-]+$/.test(stem) && stem !== 'oclif' ? stem : undefined;
}

/**
 * Makes a tool of a text in a format that is not ATIP, without inferred effects.
 * Never throws for any text.
 */
function readSource(kind: Exclude<ImportKind, 'atip'>, text: string, hints: ImportHints): Imported | NoResult {
  if (kind === 'help') return importFrom(kind, text, hints);
  const read = parseJson(text);
  if (!read.ok) return nothing(read.message);
  if (kind === 'provider-tools') return fromProviderTools(read.value, hints);
  return kind === 'canonical' ? canonicalTool(read.value, hints) : importFrom(kind, read.value, hints);
}

function fromProviderTools(value: unknown, hints: ImportHints): Imported | NoResult {
  const list = toolListIn(value);
  if (list === undefined) return nothing('It has no list of tools in a provider’s form.');
  const { tool, issues } = fromMcp({ tools: list.tools }, { name: 'tools', ...hints });
  return asFunctions(tool, issues, 'Functions of a list of tools', hints.name === undefined);
}

function canonicalTool(value: unknown, hints: ImportHints): Imported | NoResult {
  const imported = fromCanonical(value, hints);
  const error = imported.issues.find(({ severity }) => severity === 'error');
  return error ? nothing(`This schema is not canonical: ${error.path} ${error.message}`) : imported;
}

/**
 * The reader of MCP lists calls its result a server; these are functions without a named server.
 *
 * @param keepsNames a word that all names begin with becomes the tool's name, so that the compiled names are the functions' own
 */
function asFunctions(tool: AtipTool, issues: readonly Issue[], description: string, keepsNames = true): Imported {
  const message = 'this describes functions, not a command line: how they are run is not known.';
  const commands = Object.entries(tool.commands ?? {});
  const program = keepsNames ? programOf(commands.map(([name]) => name)) : undefined;
  const rest = (name: string): string => (program === undefined ? name : name.slice(program.length + 1));
  return {
    tool: {
      ...tool,
      name: program ?? tool.name,
      description,
      commands: Object.fromEntries(commands.map(([name, command]) => [rest(name), command])),
    },
    issues: issues.map((issue) => (issue.code === 'import-no-program' ? { ...issue, message } : issue)),
  };
}

/** `["git_log", "git_status"]` → `"git"`; `undefined` where the names do not begin with one word. */
function programOf(names: readonly string[]): string | undefined {
  const first = /^[A-Za-z][\w-]*?(?=_|$)/.exec(names[0] ?? '')?.[0];
  return first !== undefined && names.every((name) => name === first || name.startsWith(`${first}_`))
    ? first
    : undefined;
}

/** Reads a share link, which holds a fragment that every version of the page can read. */
function readLink(text: string): ImportResult {
  const fragment = `#${text.trim().slice(text.trim().indexOf('#') + 1)}`;
  const decoded = decodeShare(fragment);
  if (!decoded.ok) return nothing(`This link cannot be read: ${decoded.message}`);
  const { documents } = decoded.state;
  return documents.length === 0 ? nothing('This link holds no document.') : { made: 'link', fragment };
}
