import { useState } from 'react';
import { chunkLines, type LineChunks, NO_CHUNKS } from '../../state/line-chunks.ts';

/** A text in pieces; after an edit those that stayed are the same objects. */
export function useChunks(text: string, limit: number): LineChunks {
  const [held, setHeld] = useState<{ readonly text?: string; readonly chunked: LineChunks }>({ chunked: NO_CHUNKS });
  if (held.text === text) return held.chunked;
  const chunked = chunkLines(text, held.chunked, limit);
  setHeld({ text, chunked });
  return chunked;
}
