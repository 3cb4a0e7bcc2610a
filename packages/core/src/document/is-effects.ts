import { getOwn, isRecord } from '../json/is-record.ts';
import type { AtipEffects, ConditionalEffects } from '../types/tool.ts';
import { EFFECTS, type ShapeFields, type Shape } from './generated/command-shapes.ts';

/** The schema's effects, our extensions of them, and the condition. */
const CONDITIONAL: Shape = {
  ...EFFECTS,
  'x-runs': ['project', 'call'],
  'x-sends': ['none', 'given'],
  'x-reveals': ['none', 'environment', 'credentials'],
  'x-brings': ['none', 'given', 'fetched'],
  'x-ends': ['processes'],
  'x-privilege': ['root'],
  'x-why': 'string',
  unless: 'texts',
  'x-kind': 'string',
  'x-replaces': 'boolean',
  'x-loses': 'texts',
  'x-carries': 'boolean',
  'x-loads': 'boolean',
};

/**
 * True if a foreign value is effects that may apply `unless` another parameter is given, and nothing else: every field
 * known, unless it starts with `x-`, and of its type.
 *
 * Strict on purpose: skipping a misspelt `"destructve": true` would miss harm, so the caller must assume the worst.
 *
 * @see ATIP 0.3 §3.6
 */
export function isConditional(value: unknown): value is ConditionalEffects {
  return fits(value, CONDITIONAL);
}

function fits(value: unknown, shape: Shape): boolean {
  if (shape === 'texts') return Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (typeof shape === 'string') return typeof value === shape;
  if (!hasFields(shape)) return typeof value === 'string' && shape.includes(value);
  if (!isRecord(value)) return false;
  return Object.keys(value).every((key) => {
    const below = Object.hasOwn(shape, key) ? shape[key] : undefined;
    return below === undefined ? key.startsWith('x-') : fits(getOwn(value, key), below);
  });
}

/** False for a list of words, and for the name of a type. */
export function hasFields(shape: Shape | undefined): shape is ShapeFields {
  return isRecord(shape);
}

/** Used when declared effects cannot be read: assume every harm. */
export const WORST_EFFECTS: AtipEffects = {
  filesystem: { read: true, write: true, delete: true },
  network: true,
  subprocess: true,
  idempotent: false,
  reversible: false,
  destructive: true,
  interactive: { stdin: 'required', prompts: true, tty: true },
  cost: { estimate: 'high', billable: true },
  'x-runs': 'call',
  'x-sends': 'given',
  'x-reveals': 'credentials',
  'x-brings': 'fetched',
  'x-ends': 'processes',
  'x-privilege': 'root',
};
