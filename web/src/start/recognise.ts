/** The one place that recognises a pasted text: for the start field, dropped files and the banner. */
import { AtipError, flattenCommands, PROVIDERS, type Provider } from '@atip/core';
import { readJson, asRecord, isRecord, ACCEPTANCE } from '@atip/core/internal';
import type { ImportFormatName } from '@atip/importers';
import { PROVIDER_LABELS } from '../document/providers.ts';
import { parseJson } from '../text/json.ts';
import { countOf } from '../text/words.ts';
import { parsedDocument } from '../worker/subject.ts';
import { answerResponse } from './answer-response.ts';

export type ImportKind = 'atip' | 'provider-tools' | ImportFormatName;

/** Kinds that are not documents: `link`, `answer` and `shell-line` open in a way of their own, the others explain what to do. */
type RecognisedKind =
  | ImportKind
  | 'link'
  | 'answer'
  | 'shell-line'
  | 'broken'
  | 'openapi'
  | 'address'
  | 'code'
  | 'other'
  | 'prose'
  | 'empty';

export interface Recognition {
  readonly kind: RecognisedKind;
  /** The kind in words, with counts: `"OpenAI tools, 12"`. */
  readonly words: string;
  /** The sign of recognition; for a kind that cannot be opened, the reason and the way out. */
  readonly reason: string;
  readonly opens: boolean;
}

interface RecogniseQuestion {
  readonly text: string;
}

/** UTF-16 units in which a text format shows itself. */
const LOOKED_AT = 100_000;

const ADDRESS =
  'This page loads nothing from other places: what is pasted here could otherwise be sent away by any program that got into the page. Open the address in a tab of its own, save what it shows, and drop the file here.';
const CODE = 'Code is never run here. Run the program with --help, and paste the output.';
const OPENAPI =
  'It describes an HTTP service and not commands. Run an MCP server or a command-line tool of that service, and paste its tools/list or its --help.';
const YAML = 'ATIP is JSON. Convert it, for example by “yq -o=json”, and paste the result.';
const PACKAGE =
  'It describes a package and not the arguments of its program. Run the program with --help, and paste the output.';
const SERVERS = 'It lists servers and not their tools. Paste a server’s answer to tools/list.';
const ANSWER = 'It holds calls of a model.';
const RECORD = '“atip log” on your own machine says what was asked, what ran and why.';
const POLICY = 'Open it in Safety: “This policy as JSON”.';
const PROSE = 'Paste the output of --help or --agent, a list of tools, or a model’s answer.';

/**
 * Recognises a text and decides whether it can be opened.
 *
 * Shape: `{ text: "Usage: rm [OPTION]... FILE" }` → `{ kind: "help", words: "Help text of rm", opens: true, … }`. Never throws;
 * code is recognised and not read.
 */
export function recognise({ text }: RecogniseQuestion): Promise<Recognition> {
  if (last?.text === text) return last.found;
  const found = findKind(text);
  last = { text, found };
  // A failure, of the network that a list did not come through, is of the moment.
  found.catch(() => {
    last = undefined;
  });
  return found;
}

/** The text asked about last: it is recognised while it is typed, and then opened. */
let last: { readonly text: string; readonly found: Promise<Recognition> } | undefined;

async function findKind(text: string): Promise<Recognition> {
  const trimmed = text.trim();
  if (trimmed === '') return closed('empty', 'Nothing yet', 'There is no text.');
  if (/^(?:\S*#)?v\d+\.[a-z0-9]\.[\w-]+$/.test(trimmed)) return open('link', 'A share link', 'It opens as it was.');
  if (/^https?:\/\/\S+$/.test(trimmed)) return closed('address', 'An address', ADDRESS);
  const parsed = parseJson(trimmed);
  if (parsed.ok && typeof parsed.value === 'object') return describeValue(parsed.value, text);
  return (await shellLine(trimmed)) ?? (await describeText(trimmed.slice(0, LOOKED_AT))) ?? noText(trimmed);
}

function open(kind: RecognisedKind, words: string, reason: string): Recognition {
  return { kind, words, reason, opens: true };
}

function closed(kind: RecognisedKind, words: string, reason: string): Recognition {
  return { kind, words, reason, opens: false };
}

/** One line that begins with a tool whose document is at hand. */
async function shellLine(text: string): Promise<Recognition | undefined> {
  const program = shellProgram(text);
  if (program === undefined) return undefined;
  const { listShims } = await import('@atip/catalog');
  const reason = `Opens ${program}, and says what the line would do.`;
  return listShims().includes(program) ? open('shell-line', `A shell line of ${program}`, reason) : undefined;
}

/** The first word of a possible command line. Sentences end differently. */
export function shellProgram(text: string): string | undefined {
  if (/\n|[.?!:]$/.test(text) || text.length > 2000) return undefined;
  return /^(?:\$ )?([a-z][\w.+-]*)(?: |$)/.exec(text)?.[1];
}

/** The first match wins: a text that names its format comes before one that only looks like it. */
function describeValue(value: unknown, text: string): Recognition {
  const fields = asRecord(value);
  const has = (...names: readonly string[]): boolean => names.some((name) => fields[name] !== undefined);
  const { openapi, swagger } = fields;
  if (isDecision(value)) return closed('other', 'A record of decisions', RECORD);
  if (has('atip')) return open('atip', atipWords(text), 'It has the field "atip".');
  if (has('openapi', 'swagger'))
    return closed('openapi', `OpenAPI ${String(openapi ?? swagger).slice(0, 12)}`, OPENAPI);
  // An answer of the Responses API repeats the tools that were offered.
  if (has('choices', 'output', 'candidates', 'stop_reason', 'stopReason', 'tool_calls'))
    return open('answer', answerWords(text), ANSWER);
  const list = toolListIn(value);
  if (list !== undefined) return describeTools(list);
  const specification = describeSpecification(Array.isArray(value) ? asRecord(value[0]) : fields, has);
  if (specification !== undefined) return specification;
  if (answerResponse({ text: JSON.stringify(value), provider: 'openai' }).kind === 'calls')
    return open('answer', answerWords(text), ANSWER);
  if (has('name', 'commands', 'description'))
    return open('atip', 'JSON, perhaps ATIP that is not finished', 'Problems lists what it lacks.');
  return closed('other', 'JSON: nothing here describes a tool', PROSE);
}

function describeTools({ form, tools }: NonNullable<ReturnType<typeof toolListIn>>): Recognition {
  if (form === 'mcp')
    return open('mcp', `An MCP tools/list, ${countOf(tools.length, 'tool')}`, 'Its tools have "inputSchema".');
  const words = `${TOOL_WORDS[form]}, ${tools.length.toLocaleString('en')}`;
  return open('provider-tools', words, 'It is a list of tools in a provider’s form.');
}

function isDecision(value: unknown): boolean {
  return asRecord(value)['event'] === 'decision';
}

/** A command line in another format, or a file that comes with one. */
function describeSpecification(
  fields: Readonly<Record<string, unknown>>,
  has: (...names: readonly string[]) => boolean,
): Recognition | undefined {
  const { name, parameters, commands } = fields;
  const named = (what: string): string =>
    typeof name === 'string' && name !== '' ? `${what} of ${name.slice(0, 60)}` : what;
  const entries = Object.values(asRecord(commands));
  if (entries.some(isOclif)) {
    const words = `An oclif manifest, ${countOf(entries.length, 'command')}`;
    return open('oclif', words, 'Its commands have "id" or "flags" as oclif writes them.');
  }
  const { type, properties } = asRecord(parameters);
  if (typeof name === 'string' && (type === 'object' || properties !== undefined))
    return open('canonical', named('The schema'), 'It has "name", "description" and "parameters" of type object.');
  if (has('name') && has('dependencies', 'devDependencies', 'scripts', 'bin'))
    return closed('other', 'A package.json', PACKAGE);
  if (has('allowDestructive', 'levels', 'rules', 'preset', 'policy')) return closed('other', 'A policy', POLICY);
  if (has('mcpServers')) return closed('other', 'An MCP configuration', SERVERS);
  return undefined;
}

function isOclif(command: unknown): boolean {
  return isRecord(command) && (typeof command['id'] === 'string' || isRecord(command['flags']));
}

const TOOL_WORDS: Readonly<Record<Provider, string>> = {
  openai: 'OpenAI tools',
  'openai-responses': 'OpenAI Responses tools',
  anthropic: 'Anthropic tools',
  gemini: 'Gemini function declarations',
  mcp: 'MCP tools',
  bedrock: 'Bedrock tools',
};

function atipWords(text: string): string {
  const { tool, issues } = parsedDocument(text);
  const errors = issues.filter(({ severity }) => severity === 'error').length;
  if (tool === undefined || errors > 0) return `ATIP with ${countOf(Math.max(errors, 1), 'error')}`;
  try {
    return `ATIP, ${countOf(flattenCommands(tool).length, 'command')}`;
  } catch (error) {
    // A tool that does not compile; Problems says why.
    if (!AtipError.isInstance(error)) throw error;
    return 'ATIP, 0 commands';
  }
}

function answerWords(text: string): string {
  const read = answerResponse({ text, provider: 'openai' });
  if (read.kind !== 'calls') return 'A model’s answer without a call that can be read';
  const { provider, isBare } = read.recognised;
  const whose = provider === 'openai-responses' ? 'OpenAI Responses' : PROVIDER_LABELS[provider];
  const calls = countOf(read.calls.length, 'call');
  return isBare ? `A model’s answer: ${calls}` : `A model’s answer: ${whose}, ${calls}`;
}

/** Patterns stay within a line: one that may begin with line breaks goes through all that follow, from each of them. */
async function describeText(text: string): Promise<Recognition | undefined> {
  const first = parseJson(text.split('\n', 1)[0] ?? '');
  if (first.ok && isDecision(first.value)) return closed('other', 'A record of decisions', RECORD);
  const isHelp = /^[ \t]*(?:usage|synopsis|verwendung|aufruf)\b/im.test(text);
  if (!isHelp && /^[ \t]*(?:export\s+default|module\.exports)/m.test(text)) return closed('code', 'Program code', CODE);
  if (/^(?:openapi|swagger):[ \t]*['"]?\d/m.test(text)) return closed('openapi', 'OpenAPI', OPENAPI);
  if (/^[{[]|^\s*(?:data|event):|\w\(|[{[]["'\s]/.test(text) && !isHelp) {
    const words = answerWords(text);
    if (!words.endsWith('read')) return open('answer', words, ANSWER);
  }
  if (/^[{[]/.test(text)) return undefined;
  if (/^atip[ \t]*:/m.test(text)) return closed('other', 'ATIP as YAML', YAML);
  const sign = isHelp ? 'It has a usage line.' : helpSign(text);
  if (sign === undefined) return closed('prose', 'Prose: nothing here describes a tool', PROSE);
  const { fromHelp } = await import('@atip/importers');
  const { name } = fromHelp(text).tool;
  return open('help', name === 'unknown' ? 'Help text' : `Help text of ${name}`, sign);
}

function helpSign(text: string): string | undefined {
  if (/^[ \t]+--?[a-z0-9][\w-]*/im.test(text)) return 'It has lines that begin with options.';
  return /^[ \t]*(?:[\w-]+ ){0,2}commands:?[ \t]*$/im.test(text) ? 'It lists commands.' : undefined;
}

/** A text that begins as JSON and does not parse. */
function noText(text: string): Recognition {
  const range = readJson(text).issues[0]?.range;
  const where = range === undefined ? '' : ` in line ${range.start.line.toLocaleString('en')}`;
  return open('broken', `JSON with a mistake${where}`, 'It opens as a document; Problems shows the place.');
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The tools in a list, a request body or an answer to `tools/list`; `undefined` without a tool in a provider's form.
 *
 * Shape: `[{ type: "function", function: { name: "a", parameters: {} } }]` → `{ form: "openai", tools: [{ name: "a",
 * inputSchema: {} }] }`; a list of MCP is passed on as it came. The first tool decides about the form; tools of another form are left out.
 */
export function toolListIn(value: unknown) {
  const list = listIn(value);
  const tools = Array.isArray(list) ? list.filter(isRecord) : [];
  const [first] = tools;
  if (first === undefined) return undefined;
  const form = PROVIDERS.find((provider) => ACCEPTANCE[provider].unwrap(first) !== undefined);
  // By itself, a name with parameters is a canonical schema, which only Gemini's types in capitals tell apart.
  if (form === undefined || (first === value && form === 'gemini' && !isGeminiDeclaration(first))) return undefined;
  return { form, tools: tools.flatMap((tool) => asMcp(tool, form)) };
}

function asMcp(tool: Fields, form: Provider): readonly Fields[] {
  const unwrapped = ACCEPTANCE[form].unwrap(tool) ?? [];
  if (form === 'mcp') return unwrapped.length > 0 ? [tool] : [];
  return unwrapped.map(({ name, description, schema }) => ({
    name,
    description,
    inputSchema: isRecord(schema) ? schema : { type: 'object' },
  }));
}

function listIn(value: unknown): unknown {
  if (!isRecord(value)) return value;
  const { tools, result, toolConfig, config } = value;
  const held = tools ?? asRecord(result)['tools'] ?? asRecord(toolConfig)['tools'] ?? asRecord(config)['tools'];
  // One tool by itself is a list of one.
  return held ?? [value];
}

function isGeminiDeclaration(tool: Fields): boolean {
  const { parameters, parametersJsonSchema } = tool;
  const isWrapper = tool['functionDeclarations'] !== undefined || tool['function_declarations'] !== undefined;
  return isWrapper || isRecord(parametersJsonSchema) || asRecord(parameters)['type'] === 'OBJECT';
}
