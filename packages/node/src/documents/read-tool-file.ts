import { basename } from 'node:path';
import { readTextFile } from './read-text-file.ts';
import { readToolDocument, type ToolOrigin, type ToolReading } from './tool-document.ts';

/**
 * Reads one `NAME.json` of a tool directory; whatever is wrong with it becomes a coded skip.
 *
 * @see ATIP 0.3 §4
 */
export async function readToolFile(path: string, origin: ToolOrigin): Promise<ToolReading> {
  const reading = await readTextFile(path);
  if ('skipped' in reading) return reading;
  return readToolDocument(reading.text, basename(path, '.json'), { origin, source: path });
}
