import { toText } from '../json/to-text.ts';
import type { Total } from './rule.ts';
import { listOf, namesOf } from './schema-rules.ts';

/** "Structured outputs", limitations; the second numbers held until July 2025. The last is for one enum. */
const LIMITS = [
  ['os-props', 5000, 100, 'properties'],
  ['os-depth', 10, 5, 'levels'],
  ['os-strlen', 120_000, 15_000, 'characters in names and values'],
  ['os-enums', 1000, 500, 'enum values'],
  ['os-enumlen', 15_000, 7500, 'characters in a long enum'],
] as const;

/** The values from which on an enum is a long one. */
const LONG_ENUM = 251;

/**
 * Begins to add up what one schema may have as a whole for OpenAI's structured outputs.
 *
 * Limits: the provider's. Every object and array counts as a level, since how the API counts them is not published.
 * @see OpenAI, "Structured outputs"
 */
export function countOpenAIStrict(limits: 'current' | 'legacy'): Total {
  let properties = 0;
  let levels = 0;
  let characters = 0;
  let values = 0;
  let longest = 0;
  return {
    visit({ depth, schema }) {
      const names = namesOf(schema['properties']);
      const listed = listOf(schema['enum']);
      const others = [...namesOf(schema['$defs']), ...namesOf(schema['definitions']), schema['const'] ?? ''];
      properties += names.length;
      levels = Math.max(levels, depth);
      characters += lengthOf(names) + lengthOf(listed) + lengthOf(others);
      values += listed.length;
      if (listed.length >= LONG_ENUM) longest = Math.max(longest, lengthOf(listed));
    },
    end(path, report) {
      const sums = [properties, levels, characters, values, longest];
      for (const [place, [code, current, legacy, what]] of LIMITS.entries()) {
        const most = limits === 'legacy' ? legacy : current;
        if ((sums[place] ?? 0) > most) report(code, path, `${sums[place]} ${what}, at most ${most}.`);
      }
    },
  };
}

function lengthOf(values: readonly unknown[]): number {
  return values.reduce((sum: number, value) => sum + toText(value).length, 0);
}
