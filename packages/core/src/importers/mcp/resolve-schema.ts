import { isRecord } from '../../json/is-record.ts';
import { pointerTokens } from '../../json/pointer.ts';
import { valueAt } from '../../json/value-at.ts';
import { listOf } from '../shared/fields.ts';
import type { Fields } from '../shared/read-foreign.ts';

/** References to references that are followed. */
const MAX_STEPS = 8;

/**
 * The schema that says something: where a reference within the document leads, and the one alternative besides null that
 * generators write for a value that may be left out. Anything else stays as it is.
 */
export function resolveSchema(schema: Fields, root: Fields): Fields {
  let resolved = schema;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const next = targetOf(resolved, root);
    if (next === undefined) break;
    const { $ref: _ref, anyOf: _any, oneOf: _one, ...own } = resolved;
    resolved = { ...next, ...own };
  }
  return resolved;
}

function targetOf(schema: Fields, root: Fields): Fields | undefined {
  const { $ref: reference } = schema;
  if (typeof reference === 'string' && /^#\/[^%]*$/.test(reference)) {
    const target = valueAt(root, pointerTokens(reference));
    return isRecord(target) ? target : undefined;
  }
  const alternatives = listOf(schema['anyOf'] ?? schema['oneOf']).filter(isRecord);
  const [first, ...others] = alternatives.filter(({ type }) => type !== 'null');
  return others.length === 0 ? first : undefined;
}
