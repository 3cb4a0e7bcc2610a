// Turns schema/0.6.json into core's table for checking documents: edge workers and the page's CSP forbid creating functions at run time.
/** Keywords that become entries of the table. */
const CHECKED = [
  ...['type', 'enum', 'pattern', 'minimum', 'maximum', 'minItems', 'minLength'],
  ...['required', 'recommended', 'properties', 'items', 'additionalProperties'],
];
/** Keywords that check nothing, or that this script resolves itself. */
const OTHERS = [
  ...['$schema', '$id', '$comment', '$ref', 'definitions'],
  ...['title', 'description', 'default', 'defaultSnippets'],
];
const KNOWN = new Set([...CHECKED, ...OTHERS, 'patternErrorMessage', 'enumDescriptions']);
const REFERENCE = '#/definitions/';

/** The entries of the table as code, by name. Equal parts share one entry; definitions always have their own. */
class Table {
  entries = new Map();
  /** Names of definitions, each with a path that refers to it. */
  uses = new Map();

  define(name, part) {
    const entry = this.entryFor(name, part);
    if (this.entries.has(name)) {
      throw new Error(`The definition ${name} has the name of something else; choose another one.`);
    }
    this.entries.set(name, write(entry));
  }

  /** The name of the entry for a part; adds the entry if it is new. */
  nameOf(path, part) {
    if (part.$ref) {
      assertKnown(path, part);
      const name = part.$ref.slice(REFERENCE.length);
      this.uses.set(name, path);
      return name;
    }
    const entry = this.entryFor(path, part);
    const text = write(entry);
    const like = [...this.entries].find(([, other]) => other === text);
    if (like !== undefined) return like[0];
    const name = shortName(entry) ?? path;
    this.entries.set(name, text);
    return name;
  }

  /** An unknown keyword would be ignored, and its place would accept anything. */
  assertComplete() {
    for (const [name, uses] of this.uses) {
      if (!this.entries.has(name)) throw new Error(`${uses} refers to ${name}, which is not defined.`);
    }
  }

  entryFor(path, part) {
    assertKnown(path, part);
    const each = part.items ?? part.additionalProperties;
    return defined({
      section: part.$comment && (/§([\d.]+)/.exec(part.$comment)?.[1] ?? ''),
      type: part.type && [part.type].flat().join(' '),
      enum: part.enum,
      pattern: part.pattern && new RegExp(part.pattern, 'u'),
      expected: part.patternErrorMessage,
      minimum: part.minimum,
      maximum: part.maximum,
      minItems: part.minItems,
      minLength: part.minLength,
      required: part.required,
      recommended: part.recommended,
      fields: part.properties && mapValues(part.properties, ([key, value]) => this.nameOf(`${path}.${key}`, value)),
      each: each && this.nameOf(`${path}[]`, each),
    });
  }
}

/** Throws for a keyword that match-schema.ts does not know, since it would skip it silently. */
function assertKnown(path, part) {
  const unknown = Object.keys(part).filter((keyword) => !KNOWN.has(keyword));
  if (typeof part.additionalProperties === 'boolean' || (part.properties && part.additionalProperties)) {
    unknown.push('additionalProperties in this form');
  }
  if (Array.isArray(part.items) || (part.items && part.additionalProperties)) unknown.push('items in this form');
  if (part.enum?.some((value) => typeof value !== 'string')) unknown.push('enum of anything but texts');
  if (part.$ref && (!part.$ref.startsWith(REFERENCE) || CHECKED.some((keyword) => part[keyword] !== undefined))) {
    unknown.push('$ref in this form');
  }
  if (!part.$ref && part.type === undefined && CHECKED.some((keyword) => part[keyword] !== undefined)) {
    unknown.push('keywords without "type"');
  }
  if (unknown.length > 0) {
    throw new Error(`${path} uses ${unknown.join(', ')}: packages/core/src/document/check-shape.ts cannot check that.`);
  }
}

/** Names a part that is only a type, or a list of a named part: `string`, `option[]`. */
function shortName(entry) {
  const { type, each = '', ...others } = entry;
  if (Object.keys(others).length > 0 || each.includes('.')) return undefined;
  if (type === undefined) return each === '' ? 'any' : undefined;
  return each === '' ? type.replace(' ', '|') : type === 'array' ? `${each}[]` : undefined;
}

function mapValues(object, change) {
  return Object.fromEntries(Object.entries(object).map((entry) => [entry[0], change(entry)]));
}

function defined(object) {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** Writes a value as code; keys are unquoted where possible. */
function write(value) {
  if (Array.isArray(value)) return `[${value.map(write).join(', ')}]`;
  if (value instanceof RegExp || typeof value !== 'object') {
    return value instanceof RegExp ? String(value) : JSON.stringify(value);
  }
  const members = Object.entries(value).map(([key, member]) => `${writeKey(key)}: ${write(member)}`);
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}

function writeKey(key) {
  return /^[a-zA-Z]\w*$/.test(key) ? key : JSON.stringify(key);
}

/** @returns the text of packages/core/src/document/generated/schema-table.ts */
export function tableModule(schema) {
  const table = new Table();
  table.define('tool', schema);
  for (const [name, part] of Object.entries(schema.definitions)) table.define(name, part);
  table.assertComplete();
  const lines = [...table.entries].map(([name, text]) => `  ${writeKey(name)}: ${text},`);
  return `// Generated by packages/core/build/schema-table.mjs from schema/0.6.json, do not edit.

/** Requirements of the schema for the values at one place of a document. Absent: none. */
export interface SchemaPlace {
  /** Section of the ATIP RFC, such as \`"3.5"\`; \`""\` for a field that the RFC does not have. Absent: that of the place around it. */
  readonly section?: string;
  /** Allowed JSON Schema types, separated by spaces. */
  readonly type?: string;
  readonly enum?: readonly string[];
  /** Texts have to match it. */
  readonly pattern?: RegExp;
  /** Describes the pattern for people. */
  readonly expected?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly minLength?: number;
  readonly required?: readonly string[];
  /** A missing one is a warning: our own keyword, because examples of the RFC leave them out. */
  readonly recommended?: readonly string[];
  /** Known fields, each with the name of its place; others are unknown, unless they start with "x-". */
  readonly fields?: Readonly<Record<string, string>>;
  /** Place of an array's items, or of the values of an object with free keys. */
  readonly each?: string;
}

/** Places by name; \`tool\` is the document itself. */
export const SCHEMA_TABLE: Readonly<Record<string, SchemaPlace>> = {
${lines.join('\n')}
};
`;
}

/**
 * The parts of the schema that compiling checks too, in few bytes: an app that only compiles does not carry the table.
 *
 * @returns the text of packages/core/src/document/generated/command-shapes.ts
 */
export function shapesModule({ definitions: { effects, type } }) {
  const shapeOf = (path, part) => {
    assertKnown(path, part);
    if (part.enum) return part.enum;
    if (part.type === 'array' && part.items?.type === 'string') return 'texts';
    if (part.type === 'boolean' || part.type === 'string') return part.type;
    if (part.type !== 'object' || !part.properties)
      throw new Error(`${path}: packages/core/src/document/check-commands.ts cannot check that.`);
    return mapValues(part.properties, ([key, value]) => shapeOf(`${path}.${key}`, value));
  };
  return `// Generated by packages/core/build/schema-table.mjs from schema/0.6.json, do not edit.

/** The type of a value: one of JavaScript's types, a list of texts, one of some words, or an object with fields of its own. */
export type Shape = 'boolean' | 'string' | 'texts' | readonly string[] | ShapeFields;
export type ShapeFields = { readonly [field: string]: Shape };

export const EFFECTS: ShapeFields = ${write(shapeOf('effects', effects))};

/** The types of parameters. */
export const TYPES: readonly unknown[] = ${write(type.enum)};
`;
}
