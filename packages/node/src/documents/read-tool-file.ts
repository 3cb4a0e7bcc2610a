import { basename } from 'node:path';
import { isRootOnly } from '../files/root-only.ts';
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
  const place = (await isRootOnly(path)) ? 'root-file' : 'user-file';
  return readToolDocument(reading.text, basename(path, '.json'), { origin, source: path, place });
}
