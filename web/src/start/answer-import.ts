/** The one place that recognises a pasted or dropped text, and says what opening it does. */
import type { ShimSummary } from '@atip/catalog';
import {
  AtipError,
  type AtipOption,
  type AtipTool,
  findSecrets,
  flattenCommands,
  PROVIDERS,
  type Provider,
} from '@atip/core';
import { ACCEPTANCE, asRecord, isRecord, policyProblems, readJson } from '@atip/core/internal';
import { fromCanonical, fromHelp, fromMcp, fromOclif, withInferredEffects } from '@atip/importers';
import type { PageAction } from '../document/page-state.ts';
import { PROVIDER_LABELS } from '../document/providers.ts';
import { documentName, toolNameIn } from '../document/tool-name.ts';
import type { PlainPolicy, WorkingCopy } from '../document/working-copy.ts';
import { parseJson } from '../text/json.ts';
import { shortText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';
import { parsedDocument } from '../worker/subject.ts';
import { answerResponse } from './answer-response.ts';

export interface ImportQuestion {
  readonly text: string;
  /** Absent: it was pasted. */
  readonly fileName?: string | undefined;
  /** A document is shown, and a model's answer is about that. */
  readonly hasDocument: boolean;
}

/** `message` gives the reason and the way out, as sentences. */
type ImportAnswer =
  | { readonly ok: true; readonly actions: readonly PageAction[] }
  | { readonly ok: false; readonly message: string };

export interface Recognition {
  readonly state: 'ready' | 'unfinished' | 'refused';
  /** The kind in words, with counts: `"OpenAI tools, 12"`. */
  readonly words: string;
  /** More about it; for a text that cannot be opened, the reason and the way out. */
  readonly reason: string;
}

interface Found extends Recognition {
  readonly open: (question: ImportQuestion) => ImportAnswer | Promise<ImportAnswer>;
}

export async function answerImport(question: ImportQuestion): Promise<ImportAnswer> {
  return (await find(question.text)).open(question);
}

/** Shape: `{ text: "Usage: rm [OPTION]... FILE" }` → `{ state: "ready", words: "Help text of rm", … }`. Never throws. */
export async function recognise({ text }: { readonly text: string }): Promise<Recognition> {
  const { state, words, reason } = await find(text);
  return { state, words, reason };
}

function ready(words: string, open: Found['open'], reason = ''): Found {
  return { state: 'ready', words, reason, open };
}

function refuse(words: string, reason: string): Found {
  return { state: 'refused', words, reason, open: () => ({ ok: false, message: reason }) };
}

function acts(...actions: readonly PageAction[]): ImportAnswer {
  return { ok: true, actions };
}

/** UTF-16 units in which a text format shows itself. */
const LOOKED_AT = 100_000;

const RECORD = 'The record of this computer is under “This computer”.';
const PASTE = 'Paste ATIP, the output of --help, a list of tools, a model’s answer or a shell line.';
const ADDRESS =
  'This page loads nothing from elsewhere. Open a share link in a tab of its own; to use another page, save its text and drop the file here.';
const HTTP =
  'It describes an HTTP service. Paste the tools/list of an MCP server for it, or the --help of its command.';
const SERVERS = 'It lists servers, not their tools. Paste a server’s answer to tools/list.';
const YAML = 'ATIP is JSON. Convert it, for example with “yq -o=json tool.yaml”, and paste that.';
const NO_COMMAND =
  'There is no command in it. The page looked for a usage line, options, a list of commands, or functions with a name.';

async function find(text: string): Promise<Found> {
  const trimmed = text.trim();
  if (trimmed === '') return refuse('Nothing yet', 'There is no text.');
  if (/^https?:\/\/\S+$/.test(trimmed)) return refuse('An address', ADDRESS);
  const parsed = parseJson(trimmed);
  if (parsed.ok && typeof parsed.value === 'object') return findInValue(parsed.value, text);
  return (await findLine(trimmed)) ?? findInText(trimmed.slice(0, LOOKED_AT), trimmed);
}

/** One line that starts a program whose document is at hand, first or after another. */
async function findLine(text: string): Promise<Found | undefined> {
  const line = text.replaceAll('\\\n', ' ');
  // A sentence ends with a mark behind a word; `git add .` does not.
  if (/\n|[\p{L}\d][.?!:]$/u.test(line) || line.length > 2000) return undefined;
  const { listShims } = await import('@atip/catalog');
  const programs = line
    .split(/&&|\|\|?|;/)
    .map((part) => /^(?:\$ )?(?:\w+=\S* )*([a-z][\w.+-]*)(?= |$)/.exec(part.trim())?.[1] ?? '');
  const program = programs.find((word) => listShims().includes(word));
  if (program === undefined) return undefined;
  const typed = text.replace(/^\$ /, '');
  return ready(`A shell line with ${program}`, () =>
    acts({ type: 'set', key: 'line', value: typed }, { type: 'set', key: 'view', value: 'line' }),
  );
}

/** Of a provider's answer; the Responses API repeats in it the tools that were offered. */
const ANSWER_FIELDS = ['choices', 'output', 'candidates', 'stop_reason', 'stopReason', 'tool_calls'];

/** The first match wins: a text that names its format comes before one that only looks like it. */
function findInValue(value: unknown, text: string): Found {
  const fields = asRecord(Array.isArray(value) ? value[0] : value);
  const has = (...names: readonly string[]): boolean => names.some((name) => fields[name] !== undefined);
  if (fields['event'] === 'decision') return refuse('A record of decisions', RECORD);
  if (has('atip')) return ready(atipWords(text), openAtip);
  if (has('openapi', 'swagger')) return refuse('OpenAPI', HTTP);
  const policy = findPolicy(fields);
  if (policy !== undefined) return policy;
  if (has('mcpServers')) return refuse('An MCP configuration', SERVERS);
  const answer = findAnswer(text);
  if (has(...ANSWER_FIELDS)) return answer;
  const tools = findTools(value, fields);
  if (tools !== undefined) return tools;
  if (Array.isArray(fields['tools']))
    return refuse('A list of tools without a tool', 'Paste a list with at least one.');
  if (answer.state === 'ready') return answer;
  if (has('commands'))
    return ready('JSON, perhaps ATIP that is not finished', openAtip, 'Problems lists what it lacks.');
  return findOutput(text) ?? refuse('JSON: nothing here describes a tool', PASTE);
}

/** A policy, also in a configuration file. A misspelt field would restrict nothing: one problem refuses it. */
function findPolicy(fields: Fields): Found | undefined {
  const { preset, levels, rules, policy } = fields;
  const isPolicy = typeof preset === 'string' || isRecord(levels) || Array.isArray(rules);
  const value: PlainPolicy = isRecord(policy) ? policy : fields;
  if (!isPolicy && value === fields) return undefined;
  const problems = policyProblems(value);
  if (problems.length > 0) return refuse('A policy with a mistake', problems.map(({ message }) => message).join(' '));
  return ready('A policy', () =>
    acts(
      { type: 'set', key: 'policy', value, label: 'Policy: another one' },
      { type: 'set', key: 'tab', value: 'safety' },
      { type: 'set', key: 'view', value: undefined },
    ),
  );
}

function atipWords(text: string): string {
  const { tool, issues } = parsedDocument(text);
  const errors = issues.filter(({ severity }) => severity === 'error').length;
  if (tool === undefined || errors > 0) return `ATIP with ${countOf(Math.max(errors, 1), 'error')}`;
  return `ATIP, ${countOf(commandsOf(tool), 'command')}`;
}

/** 0 for a tool that does not compile, about which Problems says why. */
function commandsOf(tool: AtipTool): number {
  try {
    return flattenCommands(tool).length;
  } catch (error) {
    if (!AtipError.isInstance(error)) throw error;
    return 0;
  }
}

function openAtip({ text, fileName }: ImportQuestion): ImportAnswer {
  return openDocument(fileName ?? documentName(toolNameIn(text)), text);
}

function openDocument(name: string, text: string, note = '', settings?: Partial<WorkingCopy>): ImportAnswer {
  return acts({ type: 'open', name, text, label: `Opened ${shortText(name)}${note}`, settings });
}

/** Tools as others describe them: a canonical schema, a list of a provider, or the manifest of an oclif program. */
function findTools(value: unknown, fields: Fields): Found | undefined {
  const { name, type, parameters, commands } = fields;
  const schema = asRecord(parameters);
  // Gemini's types are in capitals.
  const isSchema = schema['type'] === 'object' || (isRecord(schema['properties']) && schema['type'] === undefined);
  if (fields === value && typeof name === 'string' && type === undefined && isSchema)
    return ready(`The schema of ${name.slice(0, 60)}`, () => {
      const { tool, issues } = fromCanonical(value);
      const error = issues.find(({ severity }) => severity === 'error');
      if (error) return { ok: false, message: `This schema is not canonical: ${error.path} ${error.message}` };
      return openTool(tool);
    });
  const list = toolListIn(value);
  if (list) {
    const isMcp = list.form === 'mcp';
    const count = countOf(list.tools.length, 'tool');
    const description = isMcp ? 'Tools of an MCP server' : 'Functions of a list of tools';
    return ready(isMcp ? `An MCP tools/list, ${count}` : `${count} for ${labelOf(list.form)}`, ({ fileName }) => {
      const { tool } = fromMcp(isMcp ? value : list, {
        name: nameFromFile(fileName) ?? (isMcp ? undefined : 'functions'),
      });
      // Functions keep the names that their callers know.
      return openTool({ ...tool, description, 'x-own-names': true });
    });
  }
  const entries = Object.values(asRecord(commands)).filter(isRecord);
  if (!entries.some(({ id, flags }) => typeof id === 'string' || isRecord(flags))) return undefined;
  return ready(`An oclif manifest, ${countOf(entries.length, 'command')}`, ({ fileName }) =>
    openProgram(fromOclif(value, { name: nameFromFile(fileName) }).tool),
  );
}

function labelOf(provider: Provider): string {
  return provider === 'openai-responses' ? 'OpenAI Responses' : PROVIDER_LABELS[provider];
}

/** A manifest and a list do not name their program; the file may. */
function nameFromFile(fileName = ''): string | undefined {
  const [stem = ''] = fileName.split('.');
  return /^[\w-]+$/.test(stem) && stem !== 'oclif' ? stem : undefined;
}

/** A program's name and words say what it does; a function's name says little. */
function openProgram(read: AtipTool): ImportAnswer {
  const { tool, evidence } = withInferredEffects(read);
  const inferred = new Set(evidence.filter(({ source }) => source !== 'option').map(({ path }) => path)).size;
  const commands = countOf(commandsOf(tool), 'command');
  const note = inferred === 0 ? '' : `; effects of ${inferred} of ${commands} are inferred`;
  return openTool(JSON.parse(JSON.stringify(tool, withoutHelp)), note);
}

function openTool(tool: AtipTool, note = ''): ImportAnswer {
  if (commandsOf(tool) === 0) return { ok: false, message: NO_COMMAND };
  return openDocument(documentName(tool.name), `${JSON.stringify(tool, null, 2)}\n`, note);
}

function findAnswer(text: string): Found {
  const read = answerResponse(text, 'openai');
  if (read.kind !== 'calls') return refuse('A model’s answer', read.kind === 'empty' ? '' : read.message);
  const { calls, recognised } = read;
  const whose = recognised.isBare ? '' : ` of ${labelOf(recognised.provider)}`;
  return ready(`A model’s answer: ${countOf(calls.length, 'call')}${whose}`, (question) =>
    question.hasDocument
      ? acts(
          { type: 'set', key: 'response', value: question.text },
          { type: 'set', key: 'way', value: 'answer' },
          { type: 'set', key: 'tab', value: 'try' },
          { type: 'set', key: 'view', value: undefined },
        )
      : openCalled(calls[0]?.name ?? '', question.text),
  );
}

/** An answer, and the document of the program that its first call is for. */
async function openCalled(name: string, response: string): Promise<ImportAnswer> {
  const [program = ''] = name.split('_', 1);
  const known = await answerToolText({ name: program });
  if (known !== undefined) return openDocument(`${program}.json`, known, '', { response, way: 'answer', tab: 'try' });
  const message = `The page knows no tool with the command ${name}. Open its document first, then paste this in Try it.`;
  return { ok: false, message };
}

/** Keys that only a provider's answer has. */
const ANSWER_KEYS = /"(?:choices|tool_calls|tool_use|toolUse|function_?call|functionCall|stop_?[rR]eason|candidates)"/;

/** Patterns stay within a line: one that may begin with line breaks goes through all that follow, from each of them. */
function findInText(text: string, whole: string): Found {
  const first = parseJson(text.split('\n', 1)[0] ?? '');
  if (first.ok && asRecord(first.value)['event'] === 'decision') return refuse('A record of decisions', RECORD);
  if (/^atip[ \t]*:/m.test(text)) return refuse('ATIP as YAML', YAML);
  if (/^(?:openapi|swagger):[ \t]*['"]?\d/m.test(text)) return refuse('OpenAPI', HTTP);
  const isHelp = /^[ \t]*(?:usage|synopsis|verwendung|aufruf)\b/im.test(text);
  const answer = !isHelp && /^\s*(?:data|event):|\w\(|[{[]["'\s]/.test(text) ? findAnswer(whole) : undefined;
  if (answer && (answer.state === 'ready' || ANSWER_KEYS.test(text))) return answer;
  if (/^[{[]/.test(text)) return findBroken(whole);
  if (!isHelp && (LOG.test(text) || !HELP.test(text)))
    return findOutput(text) ?? refuse('Prose: nothing here describes a tool', PASTE);
  const { name } = fromHelp(text).tool;
  return ready(name === 'unknown' ? 'Help text' : `Help text of ${name}`, () => {
    const { tool } = fromHelp(whole);
    return isBare(tool) && !isHelp ? { ok: false, message: NO_COMMAND } : openProgram(tool);
  });
}

/** A line that begins with an option, or a heading over commands. */
const HELP = /^[ \t]+--?[a-z0-9][\w-]*|^[ \t]*(?:[\w-]+ ){0,2}commands:?[ \t]*$/im;

/** A line of a log: a time, a level, a frame of a stack, a variable, or a prompt. */
const LOG =
  /^\W{0,2}(?:\d{4}-\d\d-\d\d[T ])?\d\d:\d\d:\d\d|^\W{0,2}(?:ERROR|WARN|INFO|DEBUG|FATAL|Traceback)\b|^(?:[Ee]rror|[Ww]arning|fatal):|^[ \t]+at \S+ ?\(|^(?:export )?[A-Z_][A-Z\d_]*=\S|^\$ \S/m;

/** True for a tool that is only a name. */
function isBare({ commands = {}, globalOptions }: AtipTool): boolean {
  const { '': own, ...others } = commands;
  return Object.keys(others).length === 0 && !globalOptions && !own?.options && !own?.arguments;
}

/** A list of options without those of every program that no model needs: help and version. */
function withoutHelp(_key: string, value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  const needed = value.filter((item) => !isRecord(item) || !isHelp(item));
  return needed.length === 0 && value.length > 0 ? undefined : needed;
}

function isHelp({ flags, type, description = '' }: Partial<AtipOption>): boolean {
  const shows = (flag: string): boolean =>
    flag === '--help' || flag === '--version' || (flag === '-h' && /\bhelp\b/i.test(description));
  return type === 'boolean' && flags?.some(shows) === true;
}

/** A program's output for a person, or any text with a secret: it describes no tool, and a model must not get all of it. */
function findOutput(looked: string): Found | undefined {
  const secrets = findSecrets(looked.slice(0, LOOKED_AT)).length;
  if (secrets === 0 && !LOG.test(looked)) return undefined;
  const reason = secrets === 0 ? '' : `${countOf(secrets, 'possible secret')} in it.`;
  const open: Found['open'] = ({ text }) =>
    acts({ type: 'set', key: 'output', value: text }, { type: 'set', key: 'view', value: 'redact' });
  return ready('Output of a program · Redact it', open, reason);
}

/** A text that begins as JSON and does not parse. */
function findBroken(text: string): Found {
  const range = readJson(text).issues[0]?.range;
  const where = range === undefined ? '' : ` in line ${range.start.line.toLocaleString('en')}`;
  const reason = 'It opens as a document; Problems shows the place.';
  return { ...ready(`JSON with a mistake${where}`, openAtip, reason), state: 'unfinished' };
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The tools in a list, a request body or an answer to `tools/list`; `undefined` without a tool in a provider's form.
 *
 * Shape: `[{ type: "function", function: { name: "a", parameters: {} } }]` → `{ form: "openai", tools: [{ name: "a",
 * inputSchema: {} }] }`; a list of MCP is passed on as it came. The first tool decides about the form; tools of another form are left out.
 */
function toolListIn(value: unknown) {
  const { tools: list, result, toolConfig, config } = asRecord(value);
  const inner = list ?? [result, toolConfig, config].map((part) => asRecord(part)['tools']).find(Array.isArray);
  // One tool by itself is a list of one.
  const all = Array.isArray(value) ? value : (inner ?? [value]);
  const tools: readonly Fields[] = Array.isArray(all) ? all.filter(isRecord) : [];
  const [first] = tools;
  if (first === undefined) return undefined;
  const form = PROVIDERS.find((provider) => ACCEPTANCE[provider].unwrap(first) !== undefined);
  if (form === undefined) return undefined;
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

/** A bundled document; the list of them loads with the first question. */
export interface BundledTool extends Pick<ShimSummary, 'description' | 'commands' | 'destroys'> {
  readonly name: string;
}

export async function answerToolList(_all: object): Promise<readonly BundledTool[]> {
  const { summarizeShims } = await import('@atip/catalog');
  const entries = Object.entries(await summarizeShims());
  return entries.map(([name, { description, commands, destroys }]) => ({ name, description, commands, destroys }));
}

/** `undefined` for a name without a document. */
export async function answerToolText({ name }: { readonly name: string }): Promise<string | undefined> {
  const { loadShim } = await import('@atip/catalog');
  const tool = await loadShim(name);
  return tool && `${JSON.stringify(tool, null, 2)}\n`;
}
