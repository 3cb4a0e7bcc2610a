import { isRecord } from '../json/is-record.ts';
import { readPartialJson } from '../json/read-partial-json.ts';
import { snapshotValue } from '../json/snapshot-value.ts';
import type { ToolCallDelta } from '../types/call.ts';

/** UTF-16 units of arguments that a preview is read from: enough to show, and little enough to be read after each piece. */
const MAX_PREVIEW = 32 * 1024;

/** What is known of a call that still arrives. */
export interface GrowingCall {
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
export function toDelta(call: GrowingCall, argumentsText: string): ToolCallDelta {
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
