import { type Fields, isTyped, listOf, type LossTexts, scalarOf, textOf, textsOf } from '../document/foreign-data.ts';
import type { AtipOption } from '@atip/core';
import { isRecord, pointerTokens, toText, valueAt } from '@atip/core/internal';

/** Losses: facts of a schema of arguments that have no place in ATIP. */
export type SchemaCode = 'import-json-value' | 'import-lost-rule';

export const SCHEMA_LOSSES: LossTexts<SchemaCode> = {
  'import-json-value': ['info', 'a value with a structure of its own is taken as text that holds JSON.'],
  'import-lost-rule': ['info', 'a rule for a value, such as a pattern or a bound, is left out; the server checks it.'],
};

const MAX_NAME = 200;

/** The properties of a tool's input as options, in order. Names stay the property's; flags are made typeable. */
export function readProperties(inputSchema: unknown, lose: (code: SchemaCode) => void): AtipOption[] {
  if (!isRecord(inputSchema)) return [];
  const schema = resolveSchema(inputSchema, inputSchema);
  const required = new Set(textsOf(schema['required']));
  const flags = new Set<string>();
  const properties = schema['properties'];
  return Object.entries(isRecord(properties) ? properties : {}).map(([name, property]): AtipOption => {
    const fields: Fields = isRecord(property) ? property : {};
    const resolved = resolveSchema(fields, inputSchema);
    return {
      name,
      flags: [flagFor(name, flags)],
      description: textOf(fields['description']) || textOf(resolved['description']) || textOf(resolved['title']),
      ...readSchema(resolved, inputSchema, lose),
      ...(required.has(name.trim()) && { required: true }),
      ...(resolved['deprecated'] === true && { 'x-deprecated': true }),
    };
  });
}

/** A flag for a property: `--name`, without characters that command lines lack, and numbered if taken. */
function flagFor(name: string, taken: Set<string>): string {
  const plain = `--${name
    .slice(0, MAX_NAME)
    .replace(/^[-+]+/, '')
    .replace(/[\s=,]/g, '-')}`;
  const base = isTyped(plain) ? plain : '--property';
  let flag = base;
  for (let number = taken.size + 1; taken.has(flag); number += 1) flag = `${base}-${number}`;
  taken.add(flag);
  return flag;
}

type ValueFields = Pick<AtipOption, 'type' | 'enum' | 'default' | 'x-json'>;

const RULES =
  'pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems';

/** The values of a property. A structured value becomes text with JSON. */
function readSchema(schema: Fields, root: Fields, lose: (code: SchemaCode) => void): ValueFields {
  if (RULES.split(' ').some((rule) => schema[rule] !== undefined)) lose('import-lost-rule');
  const preset = schema['default'];
  const types = listOf(schema['type']).filter((type) => type !== 'null');
  if (types.length === 1 && types[0] === 'array') {
    const items = isRecord(schema['items']) ? resolveSchema(schema['items'], root) : {};
    const item = readScalar(items);
    if (item !== undefined) {
      const list = Array.isArray(preset) && preset.every((value) => scalarOf(value) !== undefined);
      return { type: 'array', ...(item.enum && { enum: item.enum }), ...(list && { default: preset }) };
    }
  }
  const scalar = types.length <= 1 ? readScalar(schema) : undefined;
  if (scalar !== undefined) {
    const value = preset === null ? undefined : scalarOf(preset);
    return { ...scalar, ...(value !== undefined && { default: value }) };
  }
  lose('import-json-value');
  const text = preset === undefined || preset === null ? '' : toText(preset);
  return { type: 'string', 'x-json': true, ...(text !== '' && text.length < 1000 && { default: text }) };
}

/** A schema of one scalar type; `undefined` for any other. */
function readScalar(schema: Fields): Pick<AtipOption, 'type' | 'enum'> | undefined {
  const [type, ...others] = listOf(schema['type']).filter((name) => name !== 'null');
  const { const: only } = schema;
  const values = Array.isArray(schema['enum']) ? schema['enum'] : only === undefined ? [] : [only];
  const choices = values.filter((value) => value !== null);
  if (others.length > 0) return undefined;
  if (choices.length > 0 && type !== 'boolean') {
    // Numbers stay numbers, because a server refuses their text.
    const plain = choices.filter((value) => typeof value === 'string' || typeof value === 'number');
    return plain.length === choices.length ? { type: 'enum', enum: [...new Set(plain)] } : undefined;
  }
  if (type === 'string') return { type: schema['format'] === 'uri' ? 'url' : 'string' };
  return type === 'integer' || type === 'number' || type === 'boolean' ? { type } : undefined;
}

/** Most chained references. */
const MAX_STEPS = 8;

/** Follows references within the document, and the only alternative besides null of an optional value. */
function resolveSchema(schema: Fields, root: Fields): Fields {
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
