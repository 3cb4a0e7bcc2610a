import type { AtipTool } from '../types/tool.ts';
import { assertRecord, invalid } from './assert-shape.ts';

/**
 * Checks what compiling cannot do without: the four required root fields.
 *
 * Deliberately small, so that importing one transformer stays small; `parseTool` reports everything there is to say about
 * a document. Commands, effects and parameters are checked where they are read.
 *
 * @throws AtipValidationError naming the first field that is missing or of the wrong type
 * @see ATIP 0.3 §3.2
 */
export function assertTool(tool: unknown): asserts tool is AtipTool {
  const { name, version, description, atip } = assertRecord(tool, '');
  assertText(name, '/name');
  // Empty ones say nothing and harm nothing; `parseTool` takes them.
  assertString(version, '/version');
  assertString(description, '/description');
  // `"0.3"`, or the object that came with 0.4.
  assertText(typeof atip === 'object' && atip !== null ? Reflect.get(atip, 'version') : atip, '/atip');
}

function assertString(value: unknown, pointer: string): void {
  if (typeof value !== 'string') throw invalid(pointer, 'must be a text', value);
}

function assertText(value: unknown, pointer: string): void {
  if (typeof value !== 'string' || value === '') throw invalid(pointer, 'must be a non-empty text', value);
}
