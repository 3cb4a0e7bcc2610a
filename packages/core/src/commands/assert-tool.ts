import { AtipValidationError } from '../errors/bridge-errors.ts';
import type { AtipTool } from '../types/tool.ts';

const REQUIRED_TEXT = ['name', 'version', 'description'] as const;

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
  if (typeof tool !== 'object' || tool === null || Array.isArray(tool)) {
    throw new AtipValidationError(`ATIP metadata must be an object, not ${kindOf(tool)}.`, [], tool);
  }
  for (const field of REQUIRED_TEXT) {
    const value: unknown = Reflect.get(tool, field);
    if (typeof value !== 'string' || value === '') {
      throw new AtipValidationError(
        `ATIP metadata needs a non-empty "${field}", not ${kindOf(value)}.`,
        [field],
        value,
      );
    }
  }
  const atip: unknown = Reflect.get(tool, 'atip');
  const version: unknown = typeof atip === 'object' && atip !== null ? Reflect.get(atip, 'version') : atip;
  if (typeof version !== 'string' || version === '') {
    throw new AtipValidationError(
      'ATIP metadata needs "atip", a version such as "0.3" or { "version": "0.4" }.',
      ['atip'],
      atip,
    );
  }
}

function kindOf(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (value === null) return 'null';
  if (value === '') return 'an empty string';
  return Array.isArray(value) ? 'an array' : `a value of type ${typeof value}`;
}
