import { providerEntry } from '../json/atip-error.ts';
import { isRecord } from '../json/is-record.ts';
import { toText } from '../json/to-text.ts';
import { RESPONSES, STREAMS } from '../providers/list.ts';
import type {
  AnswerStep,
  CallStep,
  DamagedCall,
  Fail,
  RawAnswer,
  ToolCall,
  ToolCallDelta,
  ToolCallStream,
} from '../types/call.ts';
import type { Provider } from '../types/provider.ts';
import {
  checkCalls,
  damagedCall,
  type Form,
  guardResponse,
  isBlank,
  readingOf,
  refuseError,
} from './parse-tool-call.ts';

/**
 * Puts together the tool calls of one streamed response.
 *
 * Shape: `push(event)` takes the events as the provider's SDK hands them out, parsed, one at a time or as a list, and
 * returns what each adds; `end()` returns what `parseToolCall` reads from the same response sent whole. The text
 * `[DONE]` is skipped; other text is refused. MCP streams no arguments: each request is complete, so `end()` is valid
 * after each.
 *
 * No call is finished before the response ends: arguments that are readable already may still grow.
 * After an event that was refused, `push` and `end` throw the same error, and every call that began is `damaged` in it.
 *
 * Limits: 128 calls and 128 answers, 4,096 blocks, 65,536 events for each call, 16 Mi UTF-16 units of argument text,
 * and the limits of `parseToolCall`.
 *
 * @throws AtipParseError from `push` when an event is damaged, reports an error or exceeds a limit; from `end` when the
 * response did not end, was cut off, or contains calls that `parseToolCall` refuses
 * @throws AtipError `UNKNOWN_PROVIDER`
 * @see ATIP 0.3 §7.2
 * @example
 * ```ts
 * import { createToolCallStream } from '@atip/core';
 * declare const events: AsyncIterable<unknown>;
 * const stream = createToolCallStream('anthropic');
 * for await (const event of events) for (const { argumentsText } of stream.push(event)) console.log(argumentsText);
 * const calls = stream.end();
 * ```
 */
export function createToolCallStream(provider: Provider): ToolCallStream {
  const form = providerEntry(RESPONSES, provider);
  const read = STREAMS[provider]();
  const assembly = new CallAssembly(form);
  const begun = (message: string) => assembly.begun(message);
  let broken: { readonly error: unknown } | undefined;
  const end = (): ToolCall[] => {
    if (broken !== undefined) throw broken.error;
    return guardResponse(
      provider,
      form.label,
      undefined,
      (fail) => checkCalls(assembly.finish(fail), { ...form, sendsText: true }, fail),
      begun,
    );
  };
  return {
    push(event) {
      if (broken !== undefined) throw broken.error;
      const readEvent = (fail: Fail) =>
        (Array.isArray(event) ? event : [event]).flatMap((item: unknown) => {
          if (item === '[DONE]') return [];
          if (!isRecord(item)) throw fail('has an event that is not an object; parse its JSON text first');
          refuseError(item, fail);
          return read(item, fail).flatMap((step) => assembly.add(step, fail));
        });
      try {
        return guardResponse(provider, form.label, event, readEvent, begun);
      } catch (error) {
        broken = { error };
        throw error;
      }
    },
    end,
    settle: () => readingOf(end),
  };
}

/** Most calls, and most answers, of one stream. */
const MAX_CALLS = 128;
/** Most blocks that begin in one stream, calls or not. */
const MAX_BLOCKS = 4096;
const MAX_STEPS = 65_536;
/** Most UTF-16 units of argument text in one stream: 16 Mi. */
const MAX_LENGTH = 16 * 1024 * 1024;

const AFTER_END = 'goes on after its end';

interface Call extends GrowingCall {
  readonly answer: number;
  steps: number;
  /** Until its end arrives; a stream without an end was cut off. */
  open: boolean;
}

/** The calls of one stream while they arrive, from the steps of any provider's events. */
class CallAssembly {
  readonly #form: Form;
  /** By key, in the order in which they began; `undefined` for other blocks. */
  readonly #calls: Map<unknown, Call | undefined> = new Map();
  /** Why each answer ended; `undefined` while it goes on, `null` when it may end here. */
  readonly #reasons: Map<number, unknown> = new Map();
  #count = 0;
  #length = 0;

  constructor(form: Form) {
    this.#form = form;
  }

  /** Takes a step and returns the new facts about its call, if any. */
  add(step: CallStep | AnswerStep, fail: Fail): ToolCallDelta[] {
    const { answer = 0, key } = step;
    if (key === undefined) {
      const reason = this.#reasons.get(answer);
      // A bad reason stays: a "stop" that follows it does not repair a cut answer.
      const stays = step.reason === undefined || !this.#form.complete.includes(reason ?? null);
      this.#reasons.set(answer, stays ? reason : step.reason);
      limit(this.#reasons.size, MAX_CALLS, 'answers', fail);
      return [];
    }
    if (step.start !== undefined) this.#begin(step, fail);
    const call = this.#calls.get(key);
    if (call === undefined) {
      if (step.ends || this.#calls.has(key)) return [];
      throw fail('goes on with a tool call that did not begin');
    }
    call.steps += 1;
    limit(call.steps, MAX_STEPS, 'pieces of a tool call', fail);
    const named = [setName(call, 'id', step, fail), setName(call, 'name', step, fail)].includes(true);
    const added = this.#grow(call, step, fail);
    if (step.ends) call.open = false;
    return added !== '' || named ? [toDelta(call, added)] : [];
  }

  /** All calls that began, each marked as damaged for one reason. */
  begun(message: string): DamagedCall[] {
    return this.#all().map((call) => damagedCall(call, message));
  }

  #all(): Call[] {
    return [...this.#calls.values()].filter((call) => call !== undefined);
  }

  /** The answers with their calls. @throws AtipParseError when one of them did not end */
  finish(fail: Fail): RawAnswer[] {
    const calls = this.#all();
    const reasons = [...this.#reasons].sort(([a], [b]) => a - b);
    const isWhole = reasons.length > 0 && reasons.every(([, reason]) => reason !== undefined);
    if (!isWhole || calls.some(({ open }) => open))
      throw fail('did not reach its end, so its tool calls may be incomplete');
    return reasons.map(([answer, reason]) => ({
      reason,
      calls: calls
        .filter((call) => call.answer === answer)
        .map(({ id, name, whole, text }) => ({ id, name, arguments: whole ?? text })),
    }));
  }

  #begin({ key, start, id, answer = 0 }: CallStep, fail: Fail): void {
    if (this.#calls.has(key)) throw fail('begins a tool call twice');
    const reason = this.#reasons.get(answer);
    if ((reason ?? null) !== null) throw fail(AFTER_END);
    this.#reasons.set(answer, reason);
    const isCall = start === 'call';
    const index = this.#count;
    // Servers without ids send an empty one, and take it back.
    const empty = id === '' ? id : undefined;
    this.#calls.set(key, isCall ? { index, answer, id: empty, text: '', steps: 0, open: true } : undefined);
    if (isCall) this.#count += 1;
    limit(this.#count, MAX_CALLS, 'tool calls', fail);
    limit(this.#calls.size, MAX_BLOCKS, 'blocks', fail);
  }

  /** Adds a step's arguments, and returns the JSON text that they add. */
  #grow(call: Call, { text = '', whole }: CallStep, fail: Fail): string {
    const value = isBlank(whole) ? undefined : whole;
    const object = isRecord(value) ? value : undefined;
    const all = this.#form.sendsText && typeof value === 'string' ? value : undefined;
    if (typeof text !== 'string' || (object ?? all) !== value) throw fail('has arguments of a wrong type');
    const next = all || call.text + text;
    // An empty object means that arguments follow in pieces, or that the call has no arguments.
    const given = object && Object.keys(object).length > 0 ? object : undefined;
    if (!call.open && (given !== undefined || next !== call.text)) throw fail(AFTER_END);
    this.#length += next.length - call.text.length;
    limit(this.#length, MAX_LENGTH, 'characters of arguments', fail);
    const added = all ? (all.startsWith(call.text) ? all.slice(call.text.length) : '') : text;
    call.text = next;
    call.whole ??= given;
    if (call.whole && (next !== '' || call.whole !== (given ?? call.whole))) throw fail('gives arguments twice');
    return given ? toText(given) : added;
  }
}

function limit(count: number, max: number, what: string, fail: Fail): void {
  if (count > max) throw fail(`has more than ${max} ${what}`);
}

/** Notes an id or a name; true when it is new. */
function setName(call: Call, field: 'id' | 'name', step: CallStep, fail: Fail): boolean {
  const value = step[field] ?? '';
  if (value === '' || call[field] === value) return false;
  const before = call[field];
  const joins = field === 'name' && step.continuesName && call.text === '' && call.whole === undefined;
  if ((before ?? '') !== '' && !joins) throw fail(`changes the ${field} of a tool call`);
  call[field] = joins ? `${before ?? ''}${value}` : value;
  return true;
}

interface GrowingCall {
  readonly index: number;
  id?: unknown;
  name?: unknown;
  text: string;
  /** The arguments, where they come as an object. */
  whole?: Readonly<Record<string, unknown>> | undefined;
}

function toDelta({ index, id, name }: GrowingCall, argumentsText: string): ToolCallDelta {
  return {
    index,
    ...(typeof id === 'string' && id !== '' && { id }),
    ...(typeof name === 'string' && { name }),
    argumentsText,
  };
}
