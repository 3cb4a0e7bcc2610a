import { asRecord } from '../../json/as-record.ts';
import { recordsAt } from '../../json/records-at.ts';
import type { AnswerStep, CallStep, StreamReader } from '../../types/raw-call.ts';
import { type ToolCallEntry, toolCallEntries } from './tool-call-entries.ts';

interface Begun {
  readonly answer: number;
  readonly index: unknown;
  readonly key: number;
  id: unknown;
}

/**
 * Reads the chunks of a streamed OpenAI chat completion, also as compatible vendors send them.
 *
 * Shape of an event: `{ choices: [{ index, delta: { tool_calls: [{ index, id?, function: { name?, arguments? } }] },
 * finish_reason }] }`.
 * Calls are told apart by the index of choice and call. Vendors leave the index out or write 0 for every call: then another
 * id with a name begins another call. Some repeat the id in each chunk, send a whole call in one chunk, arguments as an
 * object, or `message` in place of `delta`.
 */
export function openAIStream(): StreamReader {
  const begun: Begun[] = [];
  return (event, fail) =>
    recordsAt(event, 'choices', fail, []).flatMap((choice, position): (CallStep | AnswerStep)[] => {
      const { index, finish_reason: reason } = choice;
      const answer = typeof index === 'number' ? index : position;
      const entries = toolCallEntries(asRecord(choice['delta'] ?? choice['message']), fail);
      const steps = entries.map((entry) => stepOf(entry, answer, begun));
      if (!reason) return [...steps, { answer }];
      const ends = begun.filter((call) => call.answer === answer).map(({ key }) => ({ key, ends: true }) as const);
      return [...steps, ...ends, { answer, reason }];
    });
}

function stepOf(entry: ToolCallEntry, answer: number, begun: Begun[]): CallStep {
  const { id, index, name, arguments: value, isFunction } = entry;
  const args = typeof value === 'string' ? { text: value } : { whole: value };
  const call = findCall(entry, answer, begun);
  if (call === undefined) {
    const key = begun.length;
    begun.push({ answer, index, key, id });
    return { answer, key, start: isFunction ? 'call' : 'other', id, name, ...args };
  }
  call.id ||= id;
  return { answer, key: call.key, id: call.id, name, ...args };
}

/** The call that an entry goes on with; `undefined` when it begins one. */
function findCall({ id, index, name }: ToolCallEntry, answer: number, begun: readonly Begun[]): Begun | undefined {
  const here = begun.filter((call) => call.answer === answer && (call.index === index || (index ?? null) === null));
  return (
    (id ? here.findLast((call) => call.id === id) : undefined) ?? here.findLast((call) => !id || !name || !call.id)
  );
}
