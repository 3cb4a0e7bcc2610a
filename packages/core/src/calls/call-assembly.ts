import { isRecord } from '../json/is-record.ts';
import { readPartialJson } from '../json/read-partial-json.ts';
import { snapshotValue } from '../json/snapshot-value.ts';
import { toText } from '../json/to-text.ts';
import type { ProviderCalls } from '../providers/provider.ts';
import type { ToolCallDelta } from '../types/call.ts';
import type { AnswerStep, CallStep, Fail, RawAnswer } from '../types/raw-call.ts';

/** Most calls, and most answers, of one stream. */
const MAX_CALLS = 128;
/** Most things that begin in one stream, calls or not. */
const MAX_BLOCKS = 4096;
/** Most steps of one call. */
const MAX_STEPS = 65_536;
/** Most UTF-16 units of argument text in one stream: 16 Mi. */
const MAX_LENGTH = 16 * 1024 * 1024;

const AFTER_END = 'goes on after its end';

interface Call extends GrowingCall {
  readonly answer: number;
  steps: number;
  /** Until its end is told: what has no end was cut off. */
  open: boolean;
}

/** The calls of one stream while they arrive: what the steps of any provider's events add up to. */
export class CallAssembly {
  readonly #form: ProviderCalls;
  /** By key, in the order in which they began; `undefined` for what is no call. */
  readonly #calls: Map<unknown, Call | undefined> = new Map();
  /** Why each answer ended; `undefined` while it goes on, `null` when it may end here. */
  readonly #reasons: Map<number, unknown> = new Map();
  #count = 0;
  #length = 0;

  constructor(form: ProviderCalls) {
    this.#form = form;
  }

  /** Takes a step, and tells what it adds; nothing for one that says nothing new of a call. */
  add(step: CallStep | AnswerStep, fail: Fail): ToolCallDelta[] {
    const { answer = 0, key } = step;
    if (key === undefined) {
      const reason = this.#reasons.get(answer);
      // A bad reason stays: a "stop" that follows it does not make whole what was cut.
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
    const added = this.#grow(call, step, fail);
    const named = [setName(call, 'id', step, fail), setName(call, 'name', step, fail)].includes(true);
    if (step.ends) call.open = false;
    return added !== '' || named || step.growing ? [toDelta(call, added)] : [];
  }

  /** The answers with their calls. @throws AtipParseError when one of them did not end */
  finish(fail: Fail): RawAnswer[] {
    const calls = [...this.#calls.values()].filter((call) => call !== undefined);
    const reasons = [...this.#reasons].sort(([a], [b]) => a - b);
    if (reasons.length === 0 || reasons.some(([, reason]) => reason === undefined) || calls.some(({ open }) => open)) {
      throw fail('did not reach its end, so its tool calls may be incomplete');
    }
    return reasons.map(([answer, reason]) => ({
      reason,
      calls: calls
        .filter((call) => call.answer === answer)
        .map(({ id, name, whole, text }) => ({ id, name, arguments: whole ?? text })),
    }));
  }

  #begin({ key, start, answer = 0 }: CallStep, fail: Fail): void {
    if (this.#calls.has(key)) throw fail('begins a tool call twice');
    const reason = this.#reasons.get(answer);
    if ((reason ?? null) !== null) throw fail(AFTER_END);
    this.#reasons.set(answer, reason);
    const isCall = start === 'call';
    const index = this.#count;
    this.#calls.set(key, isCall ? { index, answer, text: '', steps: 0, open: true } : undefined);
    if (isCall) this.#count += 1;
    limit(this.#count, MAX_CALLS, 'tool calls', fail);
    limit(this.#calls.size, MAX_BLOCKS, 'blocks', fail);
  }

  /** Adds a step's arguments, and returns what they add to the JSON text. */
  #grow(call: Call, { text = '', whole, growing }: CallStep, fail: Fail): string {
    const value = growing ?? whole ?? undefined;
    const object = isRecord(value) ? value : undefined;
    const all = this.#form.sendsText && typeof value === 'string' ? value : undefined;
    if (typeof text !== 'string' || (object ?? all) !== value) throw fail('has arguments of a wrong type');
    const next = all || call.text + text;
    // An empty object stands for arguments that follow in pieces, or for none.
    const given = growing ?? (object && Object.keys(object).length > 0 ? object : undefined);
    if (!call.open && (given !== undefined || next !== call.text)) throw fail(AFTER_END);
    this.#length += next.length - call.text.length;
    limit(this.#length, MAX_LENGTH, 'characters of arguments', fail);
    const added = all ? (all.startsWith(call.text) ? all.slice(call.text.length) : '') : text;
    call.text = next;
    call.whole ??= given;
    if (call.whole && (next !== '' || call.whole !== (given ?? call.whole))) throw fail('gives arguments twice');
    return given && !growing ? toText(given) : added;
  }
}

function limit(count: number, max: number, what: string, fail: Fail): void {
  if (count > max) throw fail(`has more than ${max} ${what}`);
}

/** Notes an id or a name; true when it is new. */
function setName(call: Call, field: 'id' | 'name', step: CallStep, fail: Fail): boolean {
  const value = step[field] ?? '';
  if (value === '' || call[field] === value) return false;
  if (call[field] !== undefined) throw fail(`changes the ${field} of a tool call`);
  call[field] = value;
  return true;
}

/** UTF-16 units of arguments that a preview is read from: enough to show, and little enough to be read after each piece. */
const MAX_PREVIEW = 32 * 1024;

/** What is known of a call that still arrives. */
interface GrowingCall {
  readonly index: number;
  id?: unknown;
  name?: unknown;
  /** The JSON text of the arguments so far. */
  text: string;
  /** The arguments, where they come as an object. */
  whole?: Readonly<Record<string, unknown>> | undefined;
  /** Holds the preview once the text is longer than one is read from: it stays the same from then on. */
  lastPreview?: Preview;
}

interface Preview {
  read?: { readonly value: ToolCallDelta['preview'] };
}

/**
 * Tells what an event added to a call.
 *
 * The preview is read when it is first looked at: those who do not look should not pay for it.
 */
function toDelta(call: GrowingCall, argumentsText: string): ToolCallDelta {
  const { index, id, name, text, whole } = call;
  if (text.length > MAX_PREVIEW) call.lastPreview ??= {};
  const preview = call.lastPreview ?? {};
  return {
    index,
    ...(typeof id === 'string' && { id }),
    ...(typeof name === 'string' && { name }),
    argumentsText,
    get preview() {
      preview.read ??= { value: previewOf(text, whole) };
      return preview.read.value;
    },
  };
}

function previewOf(text: string, whole: GrowingCall['whole']): ToolCallDelta['preview'] {
  const seen = snapshotValue(whole ?? readPartialJson(text.slice(0, MAX_PREVIEW)) ?? null);
  return 'value' in seen && isRecord(seen.value) ? seen.value : undefined;
}
