/** What of the filter's settings is kept between visits: never an exact secret. */
import type { FilterSettings, PatternSource } from '../../analysis/filter/filter-settings.ts';

export type FilterChoice = Omit<FilterSettings, 'knownSecrets'>;

/** Units of the filter's own default. */
const DEFAULT_LENGTH = 100_000;

export const DEFAULT_CHOICE: FilterChoice = { maxLength: DEFAULT_LENGTH, redactSecrets: true, patterns: [] };

/** Patterns at most, and units of one. */
const MOST_PATTERNS = 20;
const LONGEST = 2000;

/** Settings as they were stored; what is not understood is the default. */
export function readFilterChoice(stored: string | null): FilterChoice {
  const fields = new Map<string, unknown>(Object.entries(parse(stored)));
  const maxLength = fields.get('maxLength');
  const patterns = fields.get('patterns');
  return {
    maxLength: isLength(maxLength) ? maxLength : DEFAULT_LENGTH,
    redactSecrets: fields.get('redactSecrets') !== false,
    patterns: Array.isArray(patterns) ? patterns.flatMap(readPattern).slice(0, MOST_PATTERNS) : [],
  };
}

/** Whether the filter takes it as `maxLength`. */
export function isLength(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}

function readPattern(value: unknown): readonly PatternSource[] {
  if (typeof value !== 'object' || value === null || !('source' in value) || !('flags' in value)) return [];
  const { source, flags } = value;
  if (typeof source !== 'string' || typeof flags !== 'string' || source.length > LONGEST) return [];
  return [{ source, flags }];
}

function parse(stored: string | null): object {
  try {
    const value: unknown = JSON.parse(stored ?? '{}');
    return typeof value === 'object' && value !== null ? value : {};
  } catch (error) {
    if (error instanceof SyntaxError) return {};
    throw error;
  }
}
