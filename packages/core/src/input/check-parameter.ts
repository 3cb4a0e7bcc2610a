import { type ParameterShape, shapeOf } from '../commands/parameter-shape.ts';
import type { Parameter } from '../commands/parameters.ts';
import { getOwn } from '../json/own-property.ts';
import { type Checked, checkScalar } from './check-scalar.ts';

/** More values than any command line holds. */
const MAX_ITEMS = 10_000;

/**
 * Checks a model's value for one parameter: type, enum, and for lists each item. A single value for a list is taken as
 * a list of one, as models often send it.
 */
export function checkParameter(value: unknown, parameter: Parameter): Checked {
  const shape = shapeOf(parameter);
  const check = checkerFor(shape, parameter);
  if (shape.itemType === undefined) return check(value);
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (items.length > MAX_ITEMS) {
    return { ok: false, code: 'INVALID_FORMAT', problem: `has more than ${MAX_ITEMS} items` };
  }
  const checked: unknown[] = [];
  for (const [index, item] of items.entries()) {
    const result = check(item);
    if (!result.ok) return { ...result, problem: `item ${index + 1} ${result.problem}` };
    checked.push(result.value);
  }
  return { ok: true, value: checked };
}

/** One check for all items of a list, so that a long enum is looked through once. */
function checkerFor(shape: ParameterShape, { source }: Parameter): (value: unknown) => Checked {
  if (!shape.enum) {
    const schemes = getOwn(source, 'x-schemes');
    return (value) => checkScalar(value, shape.itemType ?? shape.type, source.type, schemes);
  }
  // A provider that knows only string enums gets numbers as text; the authored value is what counts on the way back.
  const authored = new Map<string, unknown>();
  for (const allowed of [source.enum].flat())
    if (isScalar(allowed) && !authored.has(String(allowed))) authored.set(String(allowed), allowed);
  const problem = `must be one of ${listValues(shape.enum)}`;
  return (value) => {
    if (!isScalar(value) || !authored.has(String(value))) return { ok: false, code: 'INVALID_ENUM', problem };
    return { ok: true, value: authored.get(String(value)) };
  };
}

function isScalar(value: unknown): value is string | number {
  return typeof value === 'string' || typeof value === 'number';
}

function listValues(values: readonly (string | number)[]): string {
  const shown = values.slice(0, 12).map((value) => JSON.stringify(value));
  return values.length > shown.length
    ? `${shown.join(', ')} and ${values.length - shown.length} more`
    : shown.join(', ');
}
