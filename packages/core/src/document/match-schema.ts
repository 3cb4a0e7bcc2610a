import { isRecord } from '../json/is-record.ts';
import { SCHEMA_TABLE, type SchemaPlace } from './generated/schema-table.ts';

/** The JSON Schema keyword that a value violates. `additionalProperties`: an unknown field. */
export type ShapeKeyword =
  | 'type'
  | 'enum'
  | 'minimum'
  | 'maximum'
  | 'pattern'
  | 'minItems'
  | 'minLength'
  | 'required'
  | 'recommended'
  | 'additionalProperties';

export interface ShapeError {
  readonly keyword: ShapeKeyword;
  /** Keys and indexes that lead to the value. */
  readonly tokens: readonly string[];
  readonly value: unknown;
  /** The missing or unknown field; `''` for other keywords. */
  readonly field: string;
}

interface Walk {
  /** Path of the value being checked; it changes during the walk. */
  readonly way: (string | number)[];
  /** Takes one error; `false` ends the check. */
  readonly report: (error: ShapeError) => boolean;
}

/** A field that is no part of the protocol: `x-…` is anybody's, `_…` a registry's, such as `_generation`. */
export const OWN_FIELD: RegExp = /^(?:x-|_)/;

/**
 * Reports every violation of the schema of ATIP 0.6, in the order of the schema.
 *
 * Limits: linear in the size of the value, and as deep; its reader bounds the depth.
 * @param report takes one error; `false` ends the check
 */
export function checkShape(value: unknown, report: Walk['report']): void {
  check({ way: [], report }, 'tool', value);
}

/** Like all functions below: `false` once the check has ended. Values of the wrong kind are not searched further. */
function check(walk: Walk, name: string, value: unknown): boolean {
  const place = SCHEMA_TABLE[name];
  if (place?.type === undefined) return true;
  const fits = isOneOf(place.type, value);
  return (
    (fits || fail(walk, 'type', value)) && checkValue(walk, place, value) && (!fits || checkMembers(walk, place, value))
  );
}

/** No type name contains another, so that a text search finds one in a list. */
function isOneOf(types: string, value: unknown): boolean {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return types.includes(kind) || (types.includes('integer') && Number.isInteger(value));
}

function checkValue(walk: Walk, place: SchemaPlace, value: unknown): boolean {
  const { minimum, maximum, minItems, minLength, pattern } = place;
  return (
    (place.enum === undefined || place.enum.some((one) => one === value) || fail(walk, 'enum', value)) &&
    (minimum === undefined || typeof value !== 'number' || value >= minimum || fail(walk, 'minimum', value)) &&
    (maximum === undefined || typeof value !== 'number' || value <= maximum || fail(walk, 'maximum', value)) &&
    (minItems === undefined || !Array.isArray(value) || value.length >= minItems || fail(walk, 'minItems', value)) &&
    (minLength === undefined ||
      typeof value !== 'string' ||
      value.length >= minLength ||
      fail(walk, 'minLength', value)) &&
    (pattern === undefined || typeof value !== 'string' || pattern.test(value) || fail(walk, 'pattern', value))
  );
}

function checkMembers(
  walk: Walk,
  { required = [], recommended = [], fields, each }: SchemaPlace,
  value: unknown,
): boolean {
  if (Array.isArray(value)) {
    return each === undefined || value.every((item, index) => checkMember(walk, each, index, item));
  }
  if (!isRecord(value)) return true;
  if (fields !== undefined) return checkFields(walk, required, recommended, fields, value);
  return each === undefined || Object.keys(value).every((key) => checkMember(walk, each, key, value[key]));
}

function checkFields(
  walk: Walk,
  required: readonly string[],
  recommended: readonly string[],
  fields: Readonly<Record<string, string>>,
  value: Record<string, unknown>,
): boolean {
  for (const field of required) {
    if (!Object.hasOwn(value, field) && !fail(walk, 'required', value, field)) return false;
  }
  for (const field of recommended) {
    if (!Object.hasOwn(value, field) && !fail(walk, 'recommended', value, field)) return false;
  }
  for (const key of Object.keys(value)) {
    if (!(Object.hasOwn(fields, key) || OWN_FIELD.test(key) || fail(walk, 'additionalProperties', value, key))) {
      return false;
    }
  }
  for (const key in fields) {
    if (Object.hasOwn(value, key) && !checkMember(walk, fields[key] ?? '', key, value[key])) {
      return false;
    }
  }
  return true;
}

function checkMember(walk: Walk, name: string, key: string | number, value: unknown): boolean {
  walk.way.push(key);
  const goesOn = check(walk, name, value);
  walk.way.pop();
  return goesOn;
}

function fail({ way, report }: Walk, keyword: ShapeKeyword, value: unknown, field = ''): boolean {
  return report({ keyword, tokens: way.map(String), value, field });
}
