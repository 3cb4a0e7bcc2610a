import {
  type Foreign,
  isTyped,
  listOf,
  type LossTexts,
  recordsOf,
  scalarOf,
  textOf,
  textsOf,
} from '../document/foreign-data.ts';
import type { AtipOption } from '@atip/core';
import { asRecord, isRecord, pointerTokens, toText, valueAt, stated } from '@atip/core/internal';

/** Losses: facts of a schema of arguments that have no place in ATIP. */
export type SchemaCode = 'import-json-value' | 'import-lost-rule' | 'import-lost-choice';

export const SCHEMA_LOSSES: LossTexts<SchemaCode> = {
  'import-json-value': ['info', 'a value with a structure of its own is taken as text that holds JSON.'],
  'import-lost-rule': ['info', 'a rule for a value, such as a pattern or a bound, is left out; the server checks it.'],
  'import-lost-choice': [
    'info',
    'alternatives of an input become optional properties; the server checks which belong together.',
  ],
};

const MAX_NAME = 200;

/** The properties of a tool's input as options, in order. Names stay the property's; flags are made typeable. */
export function readProperties(inputSchema: unknown, lose: (code: SchemaCode) => void): AtipOption[] {
  const isObject = isRecord(inputSchema) && listOf(inputSchema['type'] ?? 'object').includes('object');
  if (!isObject && inputSchema !== undefined) lose('import-lost-rule');
  if (!isRecord(inputSchema)) return [];
  const { properties, required } = readInput(inputSchema, { root: inputSchema, lose, left: MAX_PARTS });
  // A server may ask for a property that it does not describe.
  for (const name of required) if (!hasProperty(properties, name)) properties.set(name, [{}]);
  const flags = new Set<string>();
  return [...properties].map(([name, [first = {}, ...others]]): AtipOption => {
    const fields: Foreign = others.length === 0 ? first : { anyOf: [first, ...others] };
    const resolved = resolveSchema(fields, inputSchema);
    return stated({
      name,
      flags: [flagFor(name, flags)],
      description: textOf(first['description']) || textOf(resolved['description']) || textOf(resolved['title']),
      ...readSchema(resolved, inputSchema, lose),
      required: required.has(name.trim()) ? true : undefined,
      'x-deprecated': resolved['deprecated'] === true ? true : undefined,
    });
  });
}

function hasProperty(properties: Input['properties'], name: string): boolean {
  return [...properties.keys()].some((other) => other.trim() === name);
}

/** The properties of an input, each with the different schemas that parts of the input give it. */
interface Input {
  readonly properties: Map<string, Foreign[]>;
  required: ReadonlySet<string>;
}

interface Reading {
  readonly root: Foreign;
  readonly lose: (code: SchemaCode) => void;
  left: number;
}

/** Most parts of an input that are read: references may make a schema a part of itself. */
const MAX_PARTS = 200;

const INPUT_RULES =
  'not if dependentRequired dependentSchemas dependencies patternProperties propertyNames minProperties maxProperties';

/** Reads the parts of an input that all hold (`allOf`), and those of which one holds (`anyOf`, `oneOf`). */
function readInput(schema: Foreign, reading: Reading): Input {
  const { lose, root } = reading;
  const whole = follow(schema, root);
  const isOpen = isRecord(whole['additionalProperties']) || isRecord(whole['unevaluatedProperties']);
  if (isOpen || INPUT_RULES.split(' ').some((rule) => whole[rule] !== undefined) || whole['$ref'] !== undefined)
    lose('import-lost-rule');
  const input: Input = { properties: new Map(), required: new Set(textsOf(whole['required'])) };
  for (const [name, property] of Object.entries(asRecord(whole['properties'])))
    input.properties.set(name, [asRecord(property)]);
  const read = (parts: unknown): Input[] =>
    alternativesIn(parts).flatMap((part) => (reading.left-- > 0 ? [readInput(part, reading)] : []));
  for (const part of read(whole['allOf'])) add(input, part, part.required);
  for (const parts of [read(whole['anyOf']), read(whole['oneOf'])]) {
    const [first, ...others] = parts;
    if (first === undefined) continue;
    if (others.length > 0) lose('import-lost-choice');
    const always = [...first.required].filter((name) => others.every(({ required }) => required.has(name)));
    for (const part of parts) add(input, part, new Set(always));
  }
  if (reading.left <= 0) lose('import-lost-choice');
  return input;
}

function add(input: Input, part: Input, required: ReadonlySet<string>): void {
  input.required = new Set([...input.required, ...required]);
  for (const [name, schemas] of part.properties) {
    const own = input.properties.get(name) ?? [];
    const known = new Set(own.map((schema) => toText(schema)));
    input.properties.set(name, [...own, ...schemas.filter((schema) => !known.has(toText(schema)))]);
  }
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
  'pattern minLength maxLength minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems uniqueItems ' +
  'contains not contentEncoding contentMediaType';

/** True for a rule that a scalar or a list of them cannot say. */
function hasRules(schema: Foreign): boolean {
  const { format, type, enum: values } = schema;
  const isFormat = format !== undefined && format !== 'uri';
  const isFixed = type === 'boolean' && Array.isArray(values) && !(values.includes(true) && values.includes(false));
  return isFormat || isFixed || RULES.split(' ').some((rule) => schema[rule] !== undefined);
}

/** The values of a property. A structured value becomes text with JSON. */
function readSchema(schema: Foreign, root: Foreign, lose: (code: SchemaCode) => void): ValueFields {
  if (hasRules(schema)) lose('import-lost-rule');
  const preset = schema['default'];
  const types = listOf(schema['type']).filter((type) => type !== 'null');
  if (types.length === 1 && types[0] === 'array') {
    const items = isRecord(schema['items']) ? resolveSchema(schema['items'], root) : {};
    const item = readScalar(items);
    if (item !== undefined) {
      if (hasRules(items)) lose('import-lost-rule');
      const list = Array.isArray(preset) && preset.every((value) => scalarOf(value) !== undefined);
      return stated({ type: 'array' as const, enum: item.enum, default: list ? preset : undefined });
    }
  }
  const common = commonScalar(schema, root);
  if (common !== undefined) lose('import-lost-rule');
  const scalar = common ?? (types.length <= 1 ? readScalar(schema) : undefined);
  if (scalar !== undefined) {
    const value = preset === null ? undefined : scalarOf(preset);
    return stated({ ...scalar, default: value });
  }
  lose('import-json-value');
  const text = preset === undefined || preset === null ? '' : toText(preset);
  return stated({
    type: 'string' as const,
    'x-json': true as const,
    default: text !== '' && text.length < 1000 ? text : undefined,
  });
}

/** The scalar type of all parts and alternatives, such as a text that has one of two patterns. */
function commonScalar({ allOf, anyOf, oneOf }: Foreign, root: Foreign): Pick<AtipOption, 'type'> | undefined {
  const parts = [...alternativesIn(allOf), ...alternativesIn(anyOf), ...alternativesIn(oneOf)];
  const types = parts.map((part) => {
    const { type, enum: values = [] } = readScalar(resolveSchema(part, root)) ?? {};
    const kinds = new Set(values.map((value) => typeof value));
    if (kinds.size > 0) return kinds.size === 1 && kinds.has('string') ? 'string' : undefined;
    return type === 'url' ? 'string' : type;
  });
  if (types.length === 0 || types.includes(undefined)) return undefined;
  const [type, ...others] = [...new Set(types)];
  if (others.length === 0 && type !== undefined) return { type };
  return types.every((other) => other === 'integer' || other === 'number') ? { type: 'number' } : undefined;
}

/** A schema of one scalar type; `undefined` for any other. */
function readScalar(schema: Foreign): Pick<AtipOption, 'type' | 'enum'> | undefined {
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

/** Follows references within the document, and the only part of `allOf` or alternative of an optional value. */
function resolveSchema(schema: Foreign, root: Foreign): Foreign {
  let resolved = follow(schema, root);
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const next = onlyPart(resolved);
    if (next === undefined) break;
    const { allOf: _all, anyOf: _any, oneOf: _one, ...own } = resolved;
    resolved = { ...follow(next, root), ...own };
  }
  return resolved;
}

function follow(schema: Foreign, root: Foreign): Foreign {
  let resolved = schema;
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const { $ref: reference, ...own } = resolved;
    if (typeof reference !== 'string' || !/^#(?:\/[^%]*)?$/.test(reference)) break;
    const target = valueAt(root, pointerTokens(reference.slice(1)));
    if (!isRecord(target)) break;
    resolved = { ...target, ...own };
  }
  return resolved;
}

function onlyPart({ allOf, anyOf, oneOf }: Foreign): Foreign | undefined {
  const parts = alternativesIn(allOf);
  if (parts.length > 0) return parts.length === 1 ? parts[0] : undefined;
  const alternatives = alternativesIn(anyOf ?? oneOf);
  if (alternatives.length <= 1) return alternatives[0];
  // Values that are listed one by one, each with a title.
  const values = alternatives.map(({ const: only, enum: list }) => (only === undefined ? list : [only]));
  return values.every((list) => Array.isArray(list)) ? { enum: values.flat() } : undefined;
}

/** The schemas of a list that allow anything but null. */
function alternativesIn(list: unknown): Foreign[] {
  return recordsOf(list).filter(
    ({ type, not, const: only }) =>
      type !== 'null' && only !== null && !(isRecord(not) && Object.keys(not).length === 0),
  );
}
