import { asRecord } from '../../json/as-record.ts';
import type { StreamReader } from '../../types/raw-call.ts';

/**
 * Reads the events of a streamed Anthropic message.
 *
 * Shape of the events: `content_block_start`, `content_block_delta` with an `input_json_delta`, `content_block_stop`,
 * `message_delta` with the `stop_reason`, `message_stop`; others are passed over.
 * A block's `input` is `{}` at its start and grows from an empty text, not from there; one that holds something and is
 * followed by pieces is a contradiction.
 */
export function anthropicStream(): StreamReader {
  let reason: unknown;
  return (event, fail) => {
    const { type, content_block: block } = event;
    const { partial_json: text, stop_reason: why } = asRecord(event['delta']);
    const key = event['index'] ?? null;
    switch (type) {
      case 'content_block_start': {
        const { type: blockType, id, name, input } = asRecord(block);
        if (typeof blockType !== 'string') throw fail('begins a block without "type"');
        return [blockType === 'tool_use' ? { key, start: 'call', id, name, whole: input } : { key, start: 'other' }];
      }
      case 'content_block_delta':
        // Of a block that is no call it is passed over; in a call anything but text is damage.
        return [{ key, text: text ?? null }];
      case 'content_block_stop':
        return [{ key, ends: true }];
      case 'message_delta':
        reason = why ?? reason;
        return [];
      case 'message_stop':
        return [{ reason: reason ?? 'no reason' }];
      default:
        return [];
    }
  };
}
