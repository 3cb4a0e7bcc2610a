import { ExecutionError, ArgumentValidationError } from '../json/execute-errors.ts';
import { isRecord } from '../json/is-record.ts';
import { createResultFilter } from '../redact/create-result-filter.ts';
import { takesInput } from '../commands/parameters.ts';
import { toWellFormed } from '../json/hidden-characters.ts';
import { REDACTED } from '../redact/match-finder.ts';
import type { ToolCall } from '../types/call.ts';
import type {
  Conversation,
  ExecutionResult,
  FormattedResult,
  RunOptions,
  RunOutcome,
  StopSignal,
} from '../types/execution.ts';
import type { ResultFilter, ResultFilterOptions } from '../types/redaction.ts';
import type { AtipEffects, AtipTool } from '../types/tool.ts';
import type { ServedCheck, ValidCheck } from '../types/validation.ts';
import { wordsOf } from './check-call.ts';
import {
  type Bound,
  costOf,
  keepEnds,
  lengthBound,
  MAX_TOKENS,
  sharesOf,
  shortenOutput,
  type ShortOutput,
  showGap,
  tokenBound,
} from './shorten-output.ts';
import { isReadOnly } from '../effects/safety-flags.ts';

export interface FormatOptions extends ResultFilterOptions {
  /** The run's tools, for redaction rules that depend on the tool. */
  tools?: AtipTool[];
  /** The run's limits, for the notices about them: ms, and bytes per stream. Absent: the defaults. */
  limits?: { readonly timeout: number; readonly maxOutput: number };
}

/**
 * Turns a run into the text for a model: redacts secrets, then shortens, then adds how the run ended.
 *
 * Shape: `"<stdout>\n[Exit code: 0]"`; a failure starts with its stderr; a timed-out run ends in `[TIMEOUT after
 * 30s]`. The stderr of a successful run follows under `[stderr]`. A long text loses its middle, and a line in its place
 * names the missing lines; long JSON stays JSON.
 *
 * Limits: `maxLength` UTF-16 units, all included; if it is too small for both, the last line is kept. Absent: 25,000
 * tokens as `tokenBound` estimates them, plus the notices.
 *
 * @see ATIP 0.3 §11.3
 * @example
 * ```ts
 * import { type ExecutionResult } from '@atip/core';
 * import { formatResult } from '@atip/core/execute';
 * declare const result: ExecutionResult;
 * const { content } = formatResult(result, { maxLength: 10_000 }); // 'On branch main\n[Exit code: 0]'
 * ```
 */
export function formatResult(result: ExecutionResult, options: FormatOptions = {}): FormattedResult {
  const { tools = [], limits = EXECUTION_LIMITS, maxLength, ...filterOptions } = options;
  const filter = createResultFilter(tools, { ...filterOptions, maxLength: Number.MAX_SAFE_INTEGER });
  return present(result, result, filter, limits, maxLength).format();
}

/** An output that is too long for a model. */
export interface LongOutput {
  /** All of it, redacted. */
  readonly text: string;
  readonly kind: 'json' | 'text';
  /** Only for JSON: a jq expression for the next items of the first shortened list. */
  readonly rest?: string | undefined;
  /** The lines that the model does not see, from 1. Absent: it sees parts of lines. */
  readonly missing?: { readonly first: number; readonly last: number };
}

/** A redacted result whose full text may still have to be stored. */
interface Presented {
  readonly long: LongOutput | undefined;
  /** For other calls to read. */
  readonly stdout: Pick<CallOutput, 'text' | 'isRedacted'>;
  /** @param rest says where the whole text is @param number by which other calls can read it */
  format(rest?: string, number?: number): FormattedResult;
}

/** @param output of the run @param filter without a bound of its own */
function present(
  result: ExecutionResult,
  output: Pick<ExecutionResult, 'stdout' | 'stderr'>,
  filter: ResultFilter,
  limits: NonNullable<FormatOptions['limits']>,
  maxLength: number | undefined,
): Presented {
  const redacted = (text: string): string => filter.filter(text, result.toolName);
  const raw = output.stdout ?? '';
  const stdout = redacted(raw);
  const stderr = redacted(output.stderr ?? '');
  const streams = streamsOf({ ...result, stdout, stderr });
  const end = ending(result, limits);
  const show = (words: string, last: string): Fitted =>
    maxLength === undefined
      ? render(streams, tokenBound(MAX_TOKENS), words, last)
      : fitted(streams, maxLength, words, last);
  const format = (rest?: string, number?: number): FormattedResult => {
    const name = number === undefined ? '' : `[Output ${number}]\n`;
    const { content } = show(rest === undefined ? '' : ` ${rest}`, `${name}${end}`);
    return { content, success: result.success, raw: result };
  };
  const long = longOutput(streams, show('', end).short);
  const isRedacted = countOf(stdout, REDACTED) > countOf(raw, REDACTED);
  return { long, stdout: { text: stdout, isRedacted }, format };
}

interface Fitted {
  readonly short: readonly ShortStream[];
  readonly content: string;
}

/** @param words follow the first notice @param last the lines after the streams */
function render(streams: readonly Stream[], bound: Bound, words: string, last: string): Fitted {
  const short = shortenStreams(streams, bound);
  const first = short.findIndex(({ kind }) => kind !== 'whole');
  const text = short.map((one, at) => one.title + showPart(one, at === first ? words : ''));
  return { short, content: `${text.join('')}${last}` };
}

/** Attempts to make room for notices; each notice may move as the text around it gets shorter. */
const MAX_ATTEMPTS = 8;

/** Shows as much of the streams as leaves room for the notices; without room only the last lines. */
function fitted(streams: readonly Stream[], maxLength: number, words: string, last: string): Fitted {
  let most = maxLength - last.length;
  for (let attempt = 0; attempt < MAX_ATTEMPTS && most >= 0; attempt++) {
    const shown = render(streams, lengthBound(most), words, last);
    if (shown.content.length <= maxLength) return shown;
    most -= shown.content.length - maxLength;
  }
  const { short, content } = render(streams, lengthBound(0), words, last);
  const line = last.slice(last.lastIndexOf('\n') + 1);
  const texts = [content, `[TRUNCATED]\n${last}`, last, line, toWellFormed(line.slice(0, maxLength))];
  return { short, content: texts.find(({ length }) => length <= maxLength) ?? '' };
}

function countOf(text: string, word: string): number {
  return text.split(word).length;
}

interface Stream {
  readonly title: string;
  readonly text: string;
}

/** The non-empty streams, in the order in which a model reads them. */
function streamsOf({ stdout, stderr, success }: ExecutionResult): readonly Stream[] {
  const stream = (text: string, title = ''): Stream => ({ title, text: `${text.replace(/\n+$/, '')}\n` });
  if (stderr.trim() === '') return stdout === '' ? [] : [stream(stdout)];
  if (stdout.trim() === '') return [stream(stderr)];
  return success ? [stream(stdout), stream(stderr, '[stderr]\n')] : [stream(stderr), stream(stdout)];
}

type ShortStream = ShortOutput & {
  readonly title: string;
  /** Lines above it in the whole text. */
  readonly above: number;
};

/** Divides one bound among the streams: a stream that needs less than half leaves the rest to the other. */
function shortenStreams(streams: readonly Stream[], bound: Bound): readonly ShortStream[] {
  const shares = sharesOf(
    streams.map(({ text }) => costOf(text, bound)),
    bound.most,
  );
  let above = 0;
  return streams.map(({ title, text }, at) => {
    above += title === '' ? 0 : 1;
    const short = { ...shortenOutput(text, { ...bound, most: shares[at] ?? 0 }), title, above };
    above += text.split('\n').length - 1;
    return short;
  });
}

/**
 * Redacted texts of one run, together as long as a text for a model may be: `maxLength` UTF-16 units, or 25,000 tokens.
 * JSON stays JSON, without the words around it.
 */
export function shortenTexts(
  texts: readonly string[],
  maxLength: number | undefined,
): { readonly text: string; readonly isWhole: boolean }[] {
  const bound = maxLength === undefined ? tokenBound(MAX_TOKENS) : lengthBound(maxLength);
  return shortenStreams(
    texts.map((text) => ({ title: '', text })),
    bound,
  ).map((part) => ({
    text: part.kind === 'json' ? part.text : showPart({ ...part, above: 0 }, ''),
    isWhole: part.kind === 'whole',
  }));
}

function showPart(part: ShortStream, rest: string): string {
  if (part.kind === 'whole') return part.text;
  if (part.kind === 'json')
    return `${part.text.replace(/\n+$/, '')}\n[The JSON above is shortened, and says where.${rest}]\n`;
  const { head, tail, gap, above } = part;
  const notice = `[${showGap(gap, above)}${rest}]`;
  return gap.unit === 'line' ? `${head}${notice}\n${tail}` : `${head}\n${notice}\n${tail}`;
}

function longOutput(streams: readonly Stream[], short: readonly ShortStream[]): LongOutput | undefined {
  const part = short.find(({ kind }) => kind !== 'whole');
  if (part === undefined) return undefined;
  const text = streams.map((stream) => stream.title + stream.text).join('');
  if (part.kind === 'json' && streams.length === 1) return { text, kind: 'json', rest: part.rest };
  if (part.kind !== 'cut' || part.gap.unit !== 'line') return { text, kind: 'text' };
  const { above, gap } = part;
  return { text, kind: 'text', missing: { first: gap.first + above, last: gap.last + above } };
}

/** The end of the run; for a run that we stopped, only the reason. */
function ending(result: ExecutionResult, limits: NonNullable<FormatOptions['limits']>): string {
  const { exitCode, timedOut, truncated, notices = [], reason } = result;
  const { timeout } = limits;
  const time = `TIMEOUT after ${timeout % 1000 === 0 ? `${timeout / 1000}s` : `${timeout}ms`}`;
  const exit = exitCode === null ? 'Ended by a signal' : `Exit code: ${exitCode}`;
  const cut = truncated ? [`TRUNCATED - output exceeded ${formatBytes(limits.maxOutput)}`] : [];
  const said = [...notices, ...(reason === undefined ? [] : [reason]), ...cut, timedOut ? time : exit];
  return said.map((line) => `[${line}]`).join('\n');
}

function formatBytes(bytes: number): string {
  if (bytes % 1_048_576 === 0) return `${bytes / 1_048_576}MB`;
  return bytes % 1024 === 0 ? `${bytes / 1024}KB` : `${bytes} bytes`;
}

/**
 * Times in ms, outputs in bytes per stream. Builds, tests and images take minutes: `npm test`, `cargo build`, `docker
 * build`.
 */
export const EXECUTION_LIMITS = {
  timeout: 600_000,
  maxTimeout: 86_400_000,
  maxOutput: 1_048_576,
  maxMaxOutput: 10_485_760,
} as const;

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, min: 60_000, h: 3_600_000 };

/**
 * The time limit of a run, in ms: the host's, else the tool's, else 10 minutes; never over a day.
 *
 * @see ATIP 0.3 §3.6, `duration.timeout`
 */
export function timeoutFor(effects: AtipEffects, host: number | undefined): number {
  const wanted = host ?? parseDuration(effects.duration?.timeout);
  return bounded(wanted, EXECUTION_LIMITS.timeout, EXECUTION_LIMITS.maxTimeout);
}

/** Bytes kept per stream: the host's limit, else 1 MiB; never over 10 MiB. */
export function maxOutputFor(host: number | undefined): number {
  return bounded(host, EXECUTION_LIMITS.maxOutput, EXECUTION_LIMITS.maxMaxOutput);
}

/** Any value but a number above 0, such as a text from a configuration file, is ignored. */
function bounded(wanted: unknown, standard: number, most: number): number {
  return typeof wanted === 'number' && wanted > 0 ? Math.min(wanted, most) : standard;
}

/** `"60s"` → 60000; units ms, s, m, min, h; `undefined` for anything else. */
export function parseDuration(text: unknown): number | undefined {
  const match = typeof text === 'string' ? /^(\d{1,9}(?:\.\d{1,3})?)\s?(ms|s|min|m|h)$/.exec(text.trim()) : null;
  const unit = UNITS[match?.[2] ?? ''];
  return match && unit !== undefined ? Number(match[1]) * unit : undefined;
}

/** A run's outcome with its call. Succeeds when the exit code is 0 and the run was not timed out. */
function toExecutionResult(outcome: RunOutcome, call: ToolCall, argv: readonly string[]): ExecutionResult {
  const success = outcome.exitCode === 0 && !outcome.timedOut;
  return { ...outcome, success, command: argv, toolCallId: call.id, toolName: call.name };
}

export interface RunSettings {
  /** Absolute. Absent: the host's choice. */
  readonly cwd?: string | undefined;
  /** In ms, > 0, at most a day. Absent: the tool's `effects.duration.timeout`, else 10 minutes. */
  readonly timeout?: number | undefined;
  /** Bytes per stream, > 0, at most 10 MiB; `Infinity` for a viewer who sees all output live. Absent: 1 MiB. */
  readonly maxOutput?: number | undefined;
  /** For the reader: where each limit is set, as a sentence. Absent: the text says only how much it is. */
  readonly limitNotices?: { readonly timeout: string; readonly maxOutput: string } | undefined;
  readonly signal?: StopSignal | undefined;
  readonly output?: ResultFilterOptions | undefined;
  /** Tools whose secret variables' names are redacted. Absent: the call's own tool. */
  readonly tools?: readonly AtipTool[] | undefined;
  /** Gets each stream's text as it arrives, redacted. A promise makes the program wait, as in `RunOptions.onOutput`. */
  readonly onOutput?: RunOptions['onOutput'] | undefined;
  /** Outputs of this session that later calls can read. Absent: a call can give its standard input only as text. */
  readonly outputs?: CallOutputs | undefined;
  /** Answers a run that needs a person, at a terminal. Absent: no answer is possible. */
  readonly conversation?: Conversation | undefined;
  /** Standard input, if the host has resolved it already. Absent: the call's, which may refer to `outputs`. */
  readonly input?: string | Uint8Array | undefined;
}

/** A run that a host makes: options for the process, then the result of its outcome. */
interface OpenRun {
  readonly argv: readonly string[];
  readonly options: RunOptions;
  /**
   * Redacts the outcome. Text that redaction buffered until the end is passed to `onOutput`, which is not awaited.
   * @throws ExecutionError for a value that is no outcome
   */
  end(outcome: RunOutcome): EndedRun;
}

interface EndedRun {
  /** Absent: the model sees all of the output. */
  readonly long?: LongOutput | undefined;
  /** @param readOn a sentence that says where the whole output is. Absent: the rest is lost */
  format(readOn?: string): FormattedResult;
}

/** Longest redacted prompt, in UTF-16 units. */
const MAX_PROMPT = 4_000;

/** Opens the run of an allowed call: its limits, and the redaction of its streams. */
export function openRun(check: ValidCheck | ServedCheck, settings: RunSettings): OpenRun {
  const { call, command, effects, sandbox, network, interactive } = check;
  const { cwd, signal, output = {}, tools = [command.tool], onOutput, outputs, conversation, limitNotices } = settings;
  const { input = resolveInput(check, outputs)?.text } = settings;
  const argv = wordsOf(check);
  const limits = { timeout: timeoutFor(effects, settings.timeout), maxOutput: maxOutputFor(settings.maxOutput) };
  const most = settings.maxOutput === Number.POSITIVE_INFINITY ? settings.maxOutput : limits.maxOutput;
  // A live viewer sees the output up to `maxOutput`; only the result has the model's bound.
  const filter = createResultFilter(tools, { ...output, maxLength: Number.MAX_SAFE_INTEGER });
  const streams = { stdout: filter.stream(), stderr: filter.stream() };
  const kept = { stdout: keepEnds(most), stderr: keepEnds(most) };
  let isHeard = false;
  const talk = interactive &&
    conversation && {
      ...conversation,
      onPrompt: (prompt: string, turn: number) =>
        conversation.onPrompt(filter.filter(prompt, call.name).slice(-MAX_PROMPT), turn),
    };
  return {
    argv,
    options: {
      ...limits,
      sandbox,
      call: { id: call.id, mapping: { ...command, effects } },
      cwd,
      signal,
      network,
      interactive: talk ? 'tty' : interactive,
      conversation: talk,
      input,
      onOutput(stream, chunk) {
        isHeard = true;
        const text = kept[stream].push(streams[stream].push(chunk));
        return text === '' ? undefined : onOutput?.(stream, text);
      },
    },
    end(outcome) {
      if (!isRecord(outcome))
        throw new ExecutionError('`run` gave no outcome, such as { exitCode: 0, stdout, stderr }.');
      for (const stream of ['stdout', 'stderr'] as const) {
        const rest = kept[stream].push(streams[stream].end()) + kept[stream].end();
        if (rest !== '') void onOutput?.(stream, rest);
      }
      const truncated = isHeard ? kept.stdout.isCut || kept.stderr.isCut : outcome.truncated;
      // The outcome has only the beginning of a long output.
      const shown = truncated && isHeard ? { stdout: kept.stdout.text, stderr: kept.stderr.text } : outcome;
      const notices = [
        ...(outcome.notices ?? []),
        ...(outcome.timedOut && limitNotices ? [limitNotices.timeout] : []),
        ...(truncated && limitNotices ? [limitNotices.maxOutput] : []),
      ];
      const told = { ...outcome, truncated, ...(notices.length > 0 && { notices }) };
      const presented = present(toExecutionResult(told, call, argv), shown, filter, limits, output.maxLength);
      const isWhole = outcome.exitCode !== null && !outcome.timedOut && !truncated;
      const isOffered = isWhole && presented.stdout.text !== '' && tools.some(takesInput);
      const number = isOffered ? outputs?.keep({ call: call.id, ...presented.stdout }) : undefined;
      return { long: presented.long, format: (readOn) => presented.format(readOn, number) };
    },
  };
}

/** The standard outputs of one session's runs, for later calls to read. */
export interface CallOutputs {
  /** Keeps the output of a run, as its model could see it. @returns its number, from 1 */
  keep(output: CallOutput): number;
  get(number: number): CallOutput | undefined;
}

export interface CallOutput {
  readonly call: string;
  readonly text: string;
  /** True: secrets were redacted. */
  readonly isRedacted: boolean;
}

/** Most outputs of one session, and most UTF-16 units of them together. */
const LIMITS = { outputs: 50, length: 16_777_216 } as const;

/**
 * Keeps the outputs of one session in memory: at most 50, and 16 Mi UTF-16 units in all; the oldest are dropped first.
 */
export function createCallOutputs(limits: { readonly outputs: number; readonly length: number } = LIMITS): CallOutputs {
  const kept = new Map<number, CallOutput>();
  let [last, length] = [0, 0];
  return {
    keep(output) {
      last += 1;
      length += output.text.length;
      kept.set(last, output);
      for (const [number, { text }] of kept) {
        if (kept.size <= limits.outputs && length <= limits.length) break;
        kept.delete(number);
        length -= text.length;
      }
      return last;
    },
    get: (number) => kept.get(number),
  };
}

/** The text that a program reads, and the call whose output it is. */
interface ResolvedInput {
  readonly text: string;
  readonly call?: string;
}

/**
 * Finds the text for a call's standard input.
 *
 * An earlier output is passed on redacted, as the model saw it: a program could send secrets, or print them in a form
 * that redaction does not recognise. Only a read-only command gets redacted input; another is refused, because it would
 * write `[REDACTED]` in the place of a secret.
 *
 * @throws ArgumentValidationError when no output has that number any more, or the command may not read a redacted one
 */
export function resolveInput(
  { stdin, effects }: Pick<ValidCheck, 'stdin' | 'effects'>,
  outputs: CallOutputs | undefined,
): ResolvedInput | undefined {
  if (stdin === undefined) return undefined;
  if ('text' in stdin) return stdin;
  const output = outputs?.get(stdin.output);
  const fail = (message: string) =>
    new ArgumentValidationError([{ code: 'INVALID_FORMAT', message, parameter: 'stdin_from' }]);
  if (output === undefined)
    throw fail(
      `There is no output ${stdin.output}. Results name the available ones, such as [Output 1]; the oldest are dropped.`,
    );
  if (output.isRedacted && !isReadOnly(effects))
    throw fail(
      `Secrets were taken out of output ${stdin.output}, so a command that does more than read is not given the rest.`,
    );
  return { text: output.text, call: output.call };
}
