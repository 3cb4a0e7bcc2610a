import { type ParsedJson, parseJson } from '../../text/parsed-json.ts';
import { asRecord } from '@atip/core/internal';
import { parseTool, type AtipTool, type Issue, checkCanonicalTool } from '@atip/core';
import { type ImportDescription, type ImportIssue, describeImport, inferredIn, listIssues } from './describe-import.ts';
import { detectImport, toolListIn, type Detection, type ImportKind, type ImportSource } from './detect-import.ts';
import { type ImportHints, type Imported, fromCarapace, fromFig, fromHelp, fromMcp, fromOclif } from '@atip/importers';
import { decodeShare } from '@atip/share';

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
    } & ImportDescription)
  | ({ readonly made: 'session' } & Session)
  /** `message` says why, and what to do, as sentences; `address` can be opened. */
  | { readonly made: 'nothing'; readonly message: string; readonly address?: string };

export interface ImportedSource {
  readonly detection: Detection;
  readonly result: ImportResult;
}

export function answerImport({ sources }: ImportQuestion): Promise<readonly ImportedSource[]> {
  return Promise.all(
    sources.map(async (source) => {
      const detection = detectImport(source.text, source.fileName);
      return { detection, result: await resultOf(source, detection) };
    }),
  );
}

function resultOf(source: ImportSource, { kind: detected }: Detection): Promise<ImportResult> | ImportResult {
  const kind = source.kind ?? detected;
  switch (kind) {
    case 'empty':
      return { made: 'nothing', message: '' };
    case 'session':
      return readSession(source.text);
    case 'address':
      return { made: 'nothing', message: ADDRESS, address: rawAddress(source.text.trim()) };
    case 'code':
      return { made: 'nothing', message: CODE };
    case 'atip':
      return openAsItIs(source);
    default:
      return convert(kind, source);
  }
}

const ADDRESS =
  'This page loads nothing from other places: what is pasted here could otherwise be sent away by any program that got into the page. Open the address in a tab of its own, save what it shows, and drop the file here.';
const CODE =
  'Code is never run here. Bring the specification as JSON: "node -e \'console.log(JSON.stringify(require("./spec").default))\'" on your own machine writes it.';

/** GitHub shows a page about a file; what is meant is the file. */
function rawAddress(address: string): string {
  const [, owner, rest] = /^https:\/\/github\.com\/([^/]+\/[^/]+)\/blob\/(.+)$/.exec(address) ?? [];
  return owner === undefined ? address : `https://raw.githubusercontent.com/${owner}/${rest}`;
}

/** A document keeps its text to the letter; nothing is inferred that its author did not write. */
function openAsItIs({ text, fileName }: ImportSource): ImportResult {
  const { tool, issues } = parseTool(text);
  const described = tool && describeImport(text, { tool, evidence: [] });
  return {
    made: 'document',
    name: fileName ?? documentName(tool?.name),
    text,
    issues: listIssues(issues),
    issuesTotal: issues.length,
    isShallow: false,
    ...(described ?? NOTHING_KNOWN),
  };
}

const NOTHING_KNOWN: ImportDescription = {
  counts: { commands: 0, options: 0, inferred: 0, notStated: 0 },
  inferred: [],
  inferredTotal: 0,
  inferredLines: [],
};

async function convert(kind: Exclude<ImportKind, 'atip'>, source: ImportSource): Promise<ImportResult> {
  const { text, toolName = nameFromFile(kind, source.fileName) } = source;
  const read = await readSource(kind, text, toolName === undefined ? {} : { name: toolName });
  if (!read.ok) return { made: 'nothing', message: read.message };
  const withEffects = inferredIn(read.tool, source.effects);
  const written = `${JSON.stringify(withEffects.tool, null, 2)}\n`;
  const described = describeImport(written, withEffects);
  return {
    made: 'document',
    name: documentName(withEffects.tool.name),
    text: written,
    issues: listIssues(read.issues),
    issuesTotal: read.issues.length,
    isShallow: kind === 'help' && described.counts.commands > 1,
    ...described,
  };
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
  return asFunctions(tool, issues, 'Functions of a list of tools');
}

/** A program's answer to `--schema` says what a model may call, and not how the program is called. */
function fromCanonical(value: unknown, hints: ImportHints): ReadSource {
  const problems = checkCanonicalTool(value);
  const error = problems.find(({ severity }) => severity === 'error');
  if (error) return { ok: false, message: `It is no canonical schema: ${error.path} ${error.message}` };
  // Without an error it has these fields.
  const { name, description, parameters } = value as Readonly<Record<'name' | 'description' | 'parameters', unknown>>;
  const named: ImportHints = { name: String(name), ...hints };
  const { tool, issues } = fromMcp({ tools: [{ name, description, inputSchema: parameters }] }, named);
  return asFunctions(tool, [...problems, ...issues], 'A function that a program describes');
}

/** The reader of MCP lists calls what it makes a server; these are functions that no server was named for. */
function asFunctions(tool: AtipTool, issues: readonly Issue[], description: string): ReadSource {
  const message = 'this describes functions, not a command line: how they are run is not known.';
  return {
    ok: true,
    tool: { ...tool, description },
    issues: issues.map((issue) => (issue.code === 'import-no-program' ? { ...issue, message } : issue)),
  };
}

function readJsonValue(text: string): ParsedJson {
  const parsed = parseJson(text);
  return parsed.ok ? parsed : { ok: false, message: `It is no JSON: ${parsed.message}` };
}

async function readYaml(text: string): Promise<ParsedJson> {
  const { parse, YAMLParseError } = await import('yaml');
  try {
    // Aliases are counted, so that a few lines cannot become a giant.
    return { ok: true, value: parse(text, { maxAliasCount: 100, schema: 'core' }) };
  } catch (error) {
    if (!(error instanceof YAMLParseError || error instanceof ReferenceError)) throw error;
    return { ok: false, message: `It is no YAML: ${error.message}` };
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
