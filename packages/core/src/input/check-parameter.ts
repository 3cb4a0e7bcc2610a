import { type ParameterShape, shapeOf } from '../commands/parameter-shape.ts';
import type { Parameter } from '../commands/parameters.ts';
import { type Checked, checkScalar } from './check-scalar.ts';

/** More values than any command line holds. */
const MAX_ITEMS = 10_000;

/**
 * Checks a model's value for one parameter: type, enum, and for lists each item. A single value for a list is taken as
 * a list of one, as models often send it.
 */
export function checkParameter(value: unknown, parameter: Parameter): Checked {
  const shape = shapeOf(parameter);
  if (shape.itemType === undefined) return checkOne(value, shape, parameter);
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.length > MAX_ITEMS) {
    return { ok: false, code: 'INVALID_FORMAT', problem: `has more than ${MAX_ITEMS} items` };
  }
  const checked: unknown[] = [];
  for (const [index, item] of items.entries()) {
    const result = checkOne(item, { ...shape, type: shape.itemType }, parameter);
    if (!result.ok) return { ...result, problem: `item ${index + 1} ${result.problem}` };
    checked.push(result.value);
  }
  return { ok: true, value: checked };
}

function checkOne(value: unknown, shape: ParameterShape, { source }: Parameter): Checked {
  // A provider that knows only string enums gets numbers as text; the authored value is what counts on the way back.
  const authored = source.enum?.find(
    (allowed) => allowed === value || (shape.enum && String(allowed) === String(value)),
  );
  if (shape.enum) {
    if (authored !== undefined && (typeof value === 'string' || typeof value === 'number'))
      return { ok: true, value: authored };
    return { ok: false, code: 'INVALID_ENUM', problem: `must be one of ${listValues(shape.enum)}` };
  }
  return shape.type === 'array'
    ? checkScalar(value, 'string', source.type)
    : checkScalar(value, shape.type, source.type);
}

function listValues(values: readonly (string | number)[]): string {
  const shown = values.slice(0, 12).map((value) => JSON.stringify(value));
  return values.length > shown.length
    ? `${shown.join(', ')} and ${values.length - shown.length} more`
    : shown.join(', ');
}
