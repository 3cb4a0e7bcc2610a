import { providerEntry } from '../errors/provider-entry.ts';
import { isRecord } from '../json/is-record.ts';
import { CALLS } from '../providers/list.ts';
import type { ToolCallStream } from '../types/call.ts';
import type { Provider } from '../types/provider.ts';
import { CallAssembly } from './call-assembly.ts';
import { checkCalls, guardResponse } from './check-calls.ts';

/**
 * Puts together the tool calls of one streamed response.
 *
 * Shape: `push(event)` takes the events as the provider's SDK hands them out, parsed, one at a time or as a list, and returns
 * what each adds; `end()` returns what `parseToolCall` reads from the same response sent whole. The text `[DONE]` is passed
 * over; other text is refused. MCP streams no arguments: each request is whole, and so is the stream after each.
 *
 * No call is finished before the response's own end: arguments that can be read already may be the first half of others.
 * After an event that was refused, `push` and `end` throw the same error.
 *
 * Limits: 128 calls, 65,536 events for each, 16 Mi UTF-16 units of argument text, and the limits of `parseToolCall`.
 *
 * @throws AtipParseError from `push` when an event is damaged, reports an error or exceeds a limit; from `end` when the
 * response did not end, was cut off, or holds calls that `parseToolCall` refuses
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
  const form = providerEntry(CALLS, provider);
  const read = form.stream();
  const assembly = new CallAssembly(form);
  let broken: { readonly error: unknown } | undefined;
  return {
    push(event) {
      if (broken !== undefined) throw broken.error;
      try {
        return guardResponse(provider, form.label, event, (fail) =>
          (Array.isArray(event) ? event : [event]).flatMap((item: unknown) => {
            if (item === '[DONE]') return [];
            if (!isRecord(item)) throw fail('has an event that is not an object; parse its JSON text first');
            if (item['type'] === 'error' || (item['error'] ?? null) !== null) throw fail('reports an error');
            return read(item, fail).flatMap((step) => assembly.add(step, fail));
          }),
        );
      } catch (error) {
        broken = { error };
        throw error;
      }
    },
    end() {
      if (broken !== undefined) throw broken.error;
      return guardResponse(provider, form.label, undefined, (fail) =>
        checkCalls(assembly.finish(fail), { ...form, sendsText: true }, fail),
      );
    },
  };
}
