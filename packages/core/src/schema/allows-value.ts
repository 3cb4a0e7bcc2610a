import { isRecord } from '../json/is-record.ts';
import { getOwn } from '../json/own-property.ts';
import { toText } from '../json/to-text.ts';
import { hasType } from './has-type.ts';
import { typesOf } from './walk-schema.ts';

/**
 * Whether a schema's types, enums of plain values, properties and items allow a value.
 *
 * The other keywords are not read: false is certain, true is no proof.
 */
export function allowsValue(schema: unknown, value: unknown): boolean {
  if (!isRecord(schema)) return schema !== false;
  const { enum: values, properties, required, additionalProperties, patternProperties, items } = schema;
  if (!hasType(value, typesOf(schema))) return false;
  if (Array.isArray(values) && typeof value !== 'object' && !values.includes(value)) return false;
  if (Array.isArray(value)) return value.every((item) => allowsValue(items, item));
  if (!isRecord(value)) return true;
  if (Array.isArray(required) && !required.every((name) => Object.hasOwn(value, toText(name)))) return false;
  const known = isRecord(properties) ? properties : {};
  const others = patternProperties === undefined ? additionalProperties : undefined;
  return Object.keys(value).every((name) =>
    allowsValue(Object.hasOwn(known, name) ? getOwn(known, name) : others, value[name]),
  );
}
