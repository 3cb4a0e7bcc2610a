import { toolNameIn } from '../../document/tool-name.ts';
import { parseJson } from '../../text/parsed-json.ts';
import { asRecord } from '@atip/core/internal';
import {
  parseTool,
  type AtipCommand,
  type AtipOption,
  type AtipTool,
  type Issue,
  checkCanonicalTool,
} from '@atip/core';
import { type ImportDescription, type ImportIssue, describeImport, inferredIn, listIssues } from './describe-import.ts';
import { type Found, recognise, shellProgram } from '../start/recognise.ts';
import { type ImportKind, infersEffects, isImportKind } from './import-kinds.ts';
import { toolListIn } from './tool-list.ts';
import { answerResponse } from '../try/answer-response.ts';
import { readLoose } from '../../text/loose-json.ts';
import { type ImportHints, type Imported, fromCarapace, fromFig, fromHelp, fromMcp, fromOclif } from '@atip/importers';
import { decodeShare } from '@atip/share';

export interface ImportSource {
  readonly text: string;
  /** Absent: it was pasted. */
  readonly fileName?: string;
  /** The person's choice. Absent: as it is recognised. */
  readonly kind?: ImportKind;
  /** The command that runs the tool. Absent: as the source has it. */
  readonly toolName?: string;
  /** False: only what the source states. Absent: inferred for programs, whose words say much, and not for functions. */
  readonly effects?: boolean;
}

export interface ImportQuestion {
  readonly sources: readonly ImportSource[];
}

export type ImportResult =
  | ({
      readonly made: 'document';
      readonly name: string;
      readonly text: string;
      readonly issues: readonly ImportIssue[];
      readonly issuesTotal: number;
      /** A source's first level only: a help text names subcommands and not what they take. */
      readonly isShallow: boolean;
      /** It is opened in Try it: a model's answer, which `response` then holds, or a command line. */
      readonly isTried?: boolean;
      readonly response?: string;
    } & ImportDescription)
  | ({ readonly made: 'session' } & Session)
  /** `message` says why, and what to do, as sentences; `address` can be opened. */
  | { readonly made: 'nothing'; readonly message: string; readonly address?: string };

export interface ImportedSource {
  readonly found: Found;
  readonly result: ImportResult;
}

export function answerImport({ sources }: ImportQuestion): Promise<readonly ImportedSource[]> {
  return Promise.all(
    sources.map(async (source) => {
      const found = await recognise(source);
      return { found, result: await resultOf(source, found) };
    }),
  );
}

function resultOf(source: ImportSource, { kind: found, reason }: Found): Promise<ImportResult> | ImportResult {
  const kind = source.kind ?? found;
  if (kind === 'session') return readSession(source.text);
  if (kind === 'answer') return openAnswer(source.text);
  if (kind === 'shell-line') return openTool(shellProgram(source.text.trim()) ?? '');
  if (kind === 'atip' || kind === 'broken') return openAsItIs(source);
  if (isImportKind(kind)) return convert(kind, source);
  const address = kind === 'address' ? { address: rawAddress(source.text.trim()) } : {};
  return { made: 'nothing', message: reason, ...address };
}

/** A document at hand, to be opened in Try it. */
async function openTool(name: string, response?: string): Promise<ImportResult> {
  const { loadShim } = await import('@atip/shims');
  const tool = await loadShim(name);
  if (tool === undefined) return { made: 'nothing', message: `This page has no document of ${name}.` };
  const opened = openAsItIs({ text: `${JSON.stringify(tool, null, 2)}\n`, fileName: `${name}.json` });
  return { ...opened, isTried: true, ...(response !== undefined && { response }) };
}

/** A model's answer beside the tool that it calls; of one that is not at hand only what the calls show. */
async function openAnswer(text: string): Promise<ImportResult> {
  const read = answerResponse({ text, provider: 'openai' });
  if (read.kind !== 'calls')
    return { made: 'nothing', message: read.kind === 'empty' ? 'There is no text.' : read.message };
  const { listShims } = await import('@atip/shims');
  const program = programOf(read.calls.map(({ name }) => name));
  if (program !== undefined && listShims().includes(program)) return openTool(program, text);
  const tools = read.calls.map(({ name, arguments: args }) => ({ name, inputSchema: schemaOf(args) }));
  const { tool, issues } = fromMcp({ tools }, { name: 'tools' });
  const sketch = asFunctions(tool, issues, 'Functions that a model called, as far as its calls show them');
  return sketch.ok
    ? { ...documentOf(sketch, {}, 'mcp'), isTried: true, response: text }
    : { made: 'nothing', ...sketch };
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

/** GitHub shows a page about a file; what is meant is the file. */
function rawAddress(address: string): string {
  const [, owner, rest] = /^https:\/\/github\.com\/([^/]+\/[^/]+)\/blob\/(.+)$/.exec(address) ?? [];
  return owner === undefined ? address : `https://raw.githubusercontent.com/${owner}/${rest}`;
}

/** A document keeps its text to the letter; nothing is inferred that its author did not write. */
function openAsItIs({ text, fileName }: ImportSource) {
  const { tool, issues } = parseTool(text);
  const described = tool && describeImport(text, { tool, evidence: [] });
  return {
    made: 'document' as const,
    name: fileName ?? documentName(tool?.name ?? toolNameIn(text)),
    text,
    issues: listIssues(issues),
    issuesTotal: issues.length,
    isShallow: false,
    ...(described ?? NOTHING_KNOWN),
  };
}

const NOTHING_KNOWN: ImportDescription = {
  counts: { commands: 0, options: 0, globals: 0, inferred: 0, notStated: 0 },
  inferred: [],
  inferredTotal: 0,
  inferredLines: [],
};

async function convert(kind: Exclude<ImportKind, 'atip'>, source: ImportSource): Promise<ImportResult> {
  const { text, toolName = nameFromFile(kind, source.fileName) } = source;
  const read = await readSource(kind, text, toolName === undefined ? {} : { name: toolName });
  return read.ok ? documentOf(read, source, kind) : { made: 'nothing', message: read.message };
}

function documentOf(read: Imported, { effects }: Pick<ImportSource, 'effects'>, kind: ImportKind) {
  const withEffects = inferredIn(withoutHelp(read.tool), effects ?? infersEffects(kind));
  const written = `${JSON.stringify(withEffects.tool, null, 2)}\n`;
  const described = describeImport(written, withEffects);
  return {
    made: 'document' as const,
    name: documentName(withEffects.tool.name),
    text: written,
    issues: listIssues(read.issues),
    issuesTotal: read.issues.length,
    isShallow: kind === 'help' && described.counts.commands > 1,
    ...described,
  };
}

/** The tool without the options that every program has and no model needs: help and version. */
function withoutHelp<Node extends AtipTool | AtipCommand>(node: Node): Node {
  const { commands, options, globalOptions, ...rest } = node as Node & AtipTool & AtipCommand;
  const isOwn = ({ flags, type, description }: AtipOption): boolean =>
    type !== 'boolean' ||
    !flags.some(
      (flag) => flag === '--help' || flag === '--version' || (flag === '-h' && /\bhelp\b/i.test(description)),
    );
  const [own = [], global = []] = [options?.filter(isOwn), globalOptions?.filter(isOwn)];
  const below = commands && Object.entries(commands).map(([name, command]) => [name, withoutHelp(command)]);
  return {
    ...rest,
    ...(own.length > 0 && { options: own }),
    ...(global.length > 0 && { globalOptions: global }),
    ...(below && { commands: Object.fromEntries(below) }),
  } as Node;
}

/** A manifest does not say what its program is called; the file it came in may. */
function nameFromFile(kind: ImportKind, fileName: string | undefined): string | undefined {
  if (kind !== 'oclif' && kind !== 'mcp' && kind !== 'provider-tools') return undefined;
  const [stem = ''] = (fileName ?? '').split('.');
  return /^[\w-]+$/.test(stem) && stem !== 'oclif' ? stem : undefined;
}

function documentName(name: unknown): string {
  const stem = typeof name === 'string' ? name.replace(/[^\w.@+-]+/g, '-').slice(0, 80) : '';
  return `${stem === '' ? 'imported' : stem}.json`;
}

/** `message` says in a sentence why there is nothing. */
type ReadSource = ({ readonly ok: true } & Imported) | { readonly ok: false; readonly message: string };

/**
 * Makes a tool of a text in a format that is not ATIP, without inferred effects.
 *
 * YAML is read by a library that is loaded when it is first needed. Never throws for what the text holds.
 */
async function readSource(kind: Exclude<ImportKind, 'atip'>, text: string, hints: ImportHints): Promise<ReadSource> {
  if (kind === 'help') return { ok: true, ...fromHelp(text, hints) };
  const read = kind === 'carapace' ? await readYaml(text) : readJsonValue(text);
  if (!read.ok) return read;
  const { value } = read;
  switch (kind) {
    case 'fig':
      return { ok: true, ...fromFig(value, hints) };
    case 'oclif':
      return { ok: true, ...fromOclif(value, hints) };
    case 'carapace':
      return { ok: true, ...fromCarapace(value, hints) };
    case 'mcp':
      return { ok: true, ...fromMcp(value, hints) };
    case 'provider-tools':
      return fromProviderTools(value, hints);
    case 'canonical':
      return fromCanonical(value, hints);
  }
}

function fromProviderTools(value: unknown, hints: ImportHints): ReadSource {
  const list = toolListIn(value);
  if (list === undefined) return { ok: false, message: 'It holds no list of tools as a provider is sent them.' };
  const { tool, issues } = fromMcp({ tools: list.tools }, { name: 'tools', ...hints });
  return asFunctions(tool, issues, 'Functions of a list of tools', hints.name === undefined);
}

/** A program's answer to `--schema` says what a model may call, and not how the program is called. */
function fromCanonical(value: unknown, hints: ImportHints): ReadSource {
  const problems = checkCanonicalTool(value);
  const error = problems.find(({ severity }) => severity === 'error');
  if (error) return { ok: false, message: `This schema is not canonical: ${error.path} ${error.message}` };
  // Without an error it has these fields.
  const { name, description, parameters } = value as Readonly<Record<'name' | 'description' | 'parameters', unknown>>;
  const named: ImportHints = { name: String(name), ...hints };
  const { tool, issues } = fromMcp({ tools: [{ name, description, inputSchema: parameters }] }, named);
  return asFunctions(tool, [...problems, ...issues], 'A function that a program describes');
}

/**
 * The reader of MCP lists calls what it makes a server; these are functions that no server was named for.
 *
 * @param keepsNames a word that all names begin with becomes the tool's, so that compiled names are the functions' own
 */
function asFunctions(tool: AtipTool, issues: readonly Issue[], description: string, keepsNames = true): ReadSource {
  const message = 'this describes functions, not a command line: how they are run is not known.';
  const commands = Object.entries(tool.commands ?? {});
  const program = keepsNames ? programOf(commands.map(([name]) => name)) : undefined;
  const split = program !== undefined && {
    name: program,
    commands: Object.fromEntries(commands.map(([name, command]) => [name.slice(program.length + 1), command])),
  };
  return {
    ok: true,
    tool: { ...tool, description, ...split },
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

type ReadValue = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly message: string };

function readJsonValue(text: string): ReadValue {
  const parsed = parseJson(text);
  if (parsed.ok) return parsed;
  const loose = readLoose(text.trim());
  return loose.ok ? loose : { ok: false, message: 'This is not JSON. Choose another form under "Read as".' };
}

async function readYaml(text: string): Promise<ReadValue> {
  const { parse, YAMLParseError } = await import('yaml');
  try {
    // Aliases are counted, so that a few lines cannot become a giant.
    return { ok: true, value: parse(text, { maxAliasCount: 100, schema: 'core' }) };
  } catch (error) {
    if (!(error instanceof YAMLParseError || error instanceof ReferenceError)) throw error;
    return { ok: false, message: 'This YAML cannot be read: it is damaged, or it repeats itself too often.' };
  }
}

interface Session {
  /** With its `#`. */
  readonly fragment: string;
  readonly documents: readonly string[];
}

type ReadSession = ({ readonly made: 'session' } & Session) | { readonly made: 'nothing'; readonly message: string };

/**
 * Reads a file that Share made, or a share link; both hold the fragment that every version of the page can read.
 *
 * Shape: `{ "atip-session": "#v1.m.…" }`.
 */
function readSession(text: string): ReadSession {
  const fragment = fragmentIn(text.trim());
  const decoded = decodeShare(fragment);
  if (!decoded.ok) return { made: 'nothing', message: `This session cannot be read: ${decoded.message}` };
  const documents = decoded.state.documents.map(({ name }) => name);
  if (documents.length === 0) return { made: 'nothing', message: 'This session holds no document.' };
  return { made: 'session', fragment, documents };
}

function fragmentIn(text: string): string {
  if (!text.startsWith('{')) return `#${text.slice(text.indexOf('#') + 1)}`;
  const held = asRecord(JSON.parse(text))['atip-session'];
  return typeof held === 'string' ? held : '';
}
