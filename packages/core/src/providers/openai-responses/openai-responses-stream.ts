import { asRecord } from '../../json/as-record.ts';
import { recordsAt } from '../../json/records-at.ts';
import type { StreamReader } from '../../types/raw-call.ts';
import { readOutputItem } from './parse-openai-responses-calls.ts';

/** The states of a response that goes on. */
const GOES_ON: readonly unknown[] = [undefined, 'in_progress', 'queued'];

/**
 * Reads the events of a streamed OpenAI response.
 *
 * Shape of the events: `response.output_item.added`, `response.function_call_arguments.delta` and `.done`,
 * `response.output_item.done`, and one whose `response` has a `status` that ends it; others are passed over.
 * Items are told apart by `output_index`, by their id where that is missing. What the `.done` events say counts, not the sum
 * of the pieces.
 */
export function openAIResponsesStream(): StreamReader {
  const begun = new Set<unknown>();
  const ids = new Set<unknown>();
  return (event, fail) => {
    const { type, item, response } = event;
    const key = event['output_index'] ?? event['item_id'] ?? asRecord(item)['id'] ?? null;
    switch (type) {
      case 'response.output_item.added':
      case 'response.output_item.done': {
        const done = type.endsWith('done');
        const call = readOutputItem(item, done, fail);
        if (call === undefined) return [];
        const start = begun.has(key) ? {} : ({ start: 'call' } as const);
        begun.add(key);
        const { id, name, arguments: whole } = call;
        ids.add(id);
        return [{ key, ...start, id, name, ...(done && ({ whole, ends: true } as const)) }];
      }
      case 'response.function_call_arguments.delta':
        return [{ key, text: event['delta'] ?? null }];
      case 'response.function_call_arguments.done':
        return [{ key, name: event['name'], whole: event['arguments'], ends: true }];
    }
    const reason = asRecord(response)['status'] ?? undefined;
    if (GOES_ON.includes(reason)) return [];
    const calls = recordsAt(response, 'output', fail, []).map((output) => readOutputItem(output, false, fail));
    if (calls.some((call) => call && !ids.has(call.id))) throw fail('ends with a tool call that was not streamed');
    return [{ reason }];
  };
}
