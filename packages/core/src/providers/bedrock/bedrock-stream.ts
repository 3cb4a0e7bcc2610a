import { asRecord } from '../../json/as-record.ts';
import type { StreamReader } from '../../types/raw-call.ts';

/**
 * Reads the events of a stream of Bedrock's Converse API.
 *
 * Shape of the events: `{ contentBlockStart: { contentBlockIndex, start: { toolUse: { toolUseId, name } } } }`,
 * `{ contentBlockDelta: { contentBlockIndex, delta: { toolUse: { input: "…" } } } }`, `{ contentBlockStop }`,
 * `{ messageStop: { stopReason } }`; others are passed over. The service reports its failures as events named `…Exception`.
 */
export function bedrockStream(): StreamReader {
  return (event, fail) => {
    const { contentBlockStart: start, contentBlockDelta: delta, contentBlockStop: stop, messageStop } = event;
    const failed = Object.keys(event).some((name) => name.endsWith('Exception') && event[name]);
    if (failed) throw fail('reports an error');
    if (messageStop) return [{ reason: asRecord(messageStop)['stopReason'] ?? 'no reason' }];
    const block = asRecord(start ?? delta ?? stop);
    const key = block['contentBlockIndex'] ?? null;
    const toolUse = asRecord(block['start'] ?? block['delta'])['toolUse'] ?? undefined;
    const { toolUseId: id, name, type, input } = asRecord(toolUse);
    if (start) return [{ key, start: toolUse && type !== 'server_tool_use' ? 'call' : 'other', id, name }];
    if (delta) return toolUse === undefined ? [] : [{ key, text: input ?? null }];
    return stop ? [{ key, ends: true }] : [];
  };
}
