import { isRecord } from '../json/is-record.ts';
import { joinPointer, parentPointer, valueAt } from '../json/pointer.ts';
import { describeTypes, describeValue, nearestValue, quote } from './describe-value.ts';
import type { AtipEffects } from '../types/tool.ts';
import { type Finding, MAX_ISSUES, messageOf, type Repair } from './finding.ts';
import { SCHEMA_TABLE, type SchemaPlace } from './generated/schema-table.ts';
import { type Deviation, missingField, nameField, nameSubject } from './missing-field.ts';
import {
  type Fix,
  nodeAt,
  type Place,
  placeOf,
  renameKey,
  replaceValue,
  type SourceDocument,
} from './source-document.ts';

/**
 * Holds a document against the schema of ATIP 0.4.
 *
 * `newer`: the document is of a later minor version; what that version may have added is a warning then, and repaired.
 */
export function shapeFindings(document: SourceDocument, newer: boolean): Finding[] {
  const findings: Finding[] = [];
  let errors = 0;
  let unknownFields = 0;
  checkShape(document.value, (error) => {
    if (error.keyword === 'additionalProperties') {
      unknownFields += 1;
      if (unknownFields > MAX_ISSUES + 1) return true;
    }
    const finding = toFinding(document, error, newer);
    findings.push(finding);
    errors += finding.severity === 'error' ? 1 : 0;
    // The list is full of errors: nothing further can be listed, nor make the document acceptable.
    return errors <= MAX_ISSUES;
  });
  return findings;
}

function toFinding(document: SourceDocument, error: ShapeError, newer: boolean): Finding {
  const { keyword, tokens, value, field } = error;
  const place = placeOf(tokens);
  const deviation: Deviation = { document, pointer: joinPointer('', ...tokens), tokens, value, place, field };
  const finding = findingFor(keyword, deviation);
  const repair = newer && (keyword === 'type' || keyword === 'enum') ? repairForNewer(deviation) : undefined;
  return {
    ...finding,
    ...(place.section !== '' && { section: place.section }),
    ...(repair && tolerated(finding, repair)),
  };
}

function findingFor(keyword: ShapeKeyword, deviation: Deviation): Finding {
  if (keyword === 'required') return missingField(deviation);
  if (keyword === 'additionalProperties') return unknownField(deviation);
  return keyword === 'type' ? wrongType(deviation) : invalidValue(keyword, deviation);
}

function tolerated(finding: Finding, repair: Repair): Partial<Finding> {
  const outcome = repair.action === 'set' ? `it is read as ${JSON.stringify(repair.value)}` : 'it is left out';
  const message = () => `${messageOf(finding)} The document is of a newer version, so ${outcome}.`;
  return { severity: 'warning', message, repair, fix: undefined };
}

function unknownField({ document: { text }, pointer, tokens, value, place, field: key }: Deviation): Finding {
  const meant = () => nearestValue(key, Object.keys(place.fields ?? {}));
  return {
    code: 'unknown-field',
    severity: 'info',
    message: () => {
      const name = meant();
      const advice = name === undefined ? '; a field of your own starts with "x-".' : `; did you mean ${quote(name)}?`;
      return `ATIP has no field ${quote(key)} for ${nameSubject(tokens, value)}${advice}`;
    },
    path: joinPointer(pointer, key),
    mark: 'key',
    fix: text && unlessUnknown(meant, (name) => renameKey(text, pointer, key, name)),
  };
}

/** A fix made from a value that may not be certain. */
function unlessUnknown<Value>(find: () => Value | undefined, fix: (value: Value) => Fix | undefined): Finding['fix'] {
  return () => {
    const found = find();
    return found === undefined ? undefined : fix(found);
  };
}

function wrongType({ document, pointer, tokens, value, place }: Deviation): Finding {
  const types = (place.type ?? '').split(' ');
  const { text } = document;
  const convert = (): unknown => convertValue(value, types, pointer, document);
  return {
    code: 'wrong-type',
    severity: 'error',
    message: () =>
      `${capitalised(nameField(tokens))} is ${describeValue(value)}, where ${describeTypes(types)} is expected.`,
    path: pointer,
    mark: 'value',
    fix: text && unlessUnknown(convert, (converted) => replaceValue(text, pointer, converted)),
  };
}

function invalidValue(
  keyword: ShapeKeyword,
  { document: { text }, pointer, tokens, value, place }: Deviation,
): Finding {
  const allowed = keyword === 'enum' ? (place.enum ?? []) : [];
  const meant = () => (typeof value === 'string' ? nearestValue(value, allowed) : undefined);
  return {
    code: 'invalid-value',
    severity: 'error',
    message: () => {
      const name = meant();
      const hint = name === undefined ? '' : ` Did you mean ${quote(name)}?`;
      const expected = expectation(keyword, place);
      return `${capitalised(nameField(tokens))} is ${describeValue(value)}; expected: ${expected}.${hint}`;
    },
    path: pointer,
    mark: 'value',
    fix: text && unlessUnknown(meant, (name) => replaceValue(text, pointer, name)),
  };
}

function expectation(keyword: ShapeKeyword, place: Place): string {
  if (keyword === 'enum') return `one of ${place.enum?.map((value) => JSON.stringify(value)).join(', ')}`;
  if (keyword === 'minItems') return `at least ${place.minItems} item`;
  return keyword === 'minimum' ? `${place.minimum} or more` : (place.expected ?? 'another value');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The JSON Schema keyword that a value does not fit. `additionalProperties`: a field that is not known. */
type ShapeKeyword = 'type' | 'enum' | 'minimum' | 'pattern' | 'minItems' | 'required' | 'additionalProperties';

/** One way in which a value does not fit the schema. */
export interface ShapeError {
  readonly keyword: ShapeKeyword;
  /** Keys and indexes that lead to the value. */
  readonly tokens: readonly string[];
  readonly value: unknown;
  /** The missing or unknown field; `''` for other keywords. */
  readonly field: string;
}

interface Walk {
  /** Leads to the value being checked; changed as the walk goes. */
  readonly way: (string | number)[];
  /** Takes one error; `false` ends the check. */
  readonly report: (error: ShapeError) => boolean;
}

/**
 * Finds every way in which a value does not fit the schema of ATIP 0.4, in the order of the schema.
 *
 * Limits: linear in the size of the value, as deep as the value, which its reader has bounded.
 * @param report takes one error; `false` ends the check
 */
export function checkShape(value: unknown, report: Walk['report']): void {
  check({ way: [], report }, 'tool', value);
}

/**
 * True if a foreign value is effects and nothing else: every field known, unless it starts with `x-`, and of its type.
 *
 * Strict on purpose: who asks takes the worst for what is not understood, and a misspelt `"destructve": true` passed over
 * would be harm passed over.
 *
 * @see ATIP 0.3 §3.6
 */
export function isEffects(value: unknown): value is AtipEffects {
  return check({ way: [], report: () => false }, 'effects', value);
}

/** Used when declared effects cannot be read: every harm is assumed. */
export const WORST_EFFECTS: AtipEffects = {
  filesystem: { read: true, write: true, delete: true },
  network: true,
  subprocess: true,
  idempotent: false,
  reversible: false,
  destructive: true,
  interactive: { stdin: 'required', prompts: true, tty: true },
  cost: { estimate: 'high', billable: true },
};

/** Like all functions below: `false` once the check has ended. Values of the wrong kind are not looked into. */
function check(walk: Walk, name: string, value: unknown): boolean {
  const place = SCHEMA_TABLE[name];
  if (place?.type === undefined) return true;
  const fits = isOneOf(place.type, value);
  return (
    (fits || fail(walk, 'type', value)) && checkValue(walk, place, value) && (!fits || checkMembers(walk, place, value))
  );
}

/** No name of a type is part of another one, so that types written one after the other can be searched as text. */
function isOneOf(types: string, value: unknown): boolean {
  const kind = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  return types.includes(kind) || (types.includes('integer') && Number.isInteger(value));
}

function checkValue(walk: Walk, place: SchemaPlace, value: unknown): boolean {
  const { minimum, minItems, pattern } = place;
  return (
    (place.enum === undefined || place.enum.some((one) => one === value) || fail(walk, 'enum', value)) &&
    (minimum === undefined || typeof value !== 'number' || value >= minimum || fail(walk, 'minimum', value)) &&
    (minItems === undefined || !Array.isArray(value) || value.length >= minItems || fail(walk, 'minItems', value)) &&
    (pattern === undefined || typeof value !== 'string' || pattern.test(value) || fail(walk, 'pattern', value))
  );
}

function checkMembers(walk: Walk, { required, fields, each }: SchemaPlace, value: unknown): boolean {
  if (Array.isArray(value)) {
    return each === undefined || value.every((item, index) => checkMember(walk, each, index, item));
  }
  if (!isRecord(value)) return true;
  if (fields !== undefined) return checkFields(walk, required ?? [], fields, value);
  return each === undefined || Object.keys(value).every((key) => checkMember(walk, each, key, value[key]));
}

function checkFields(
  walk: Walk,
  required: readonly string[],
  fields: Readonly<Record<string, string>>,
  value: Record<string, unknown>,
): boolean {
  for (const field of required) {
    if (!Object.hasOwn(value, field) && !fail(walk, 'required', value, field)) return false;
  }
  for (const key of Object.keys(value)) {
    if (!(Object.hasOwn(fields, key) || key.startsWith('x-') || fail(walk, 'additionalProperties', value, key))) {
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

/** Fields whose loss would change what a command line means; a newer form of them cannot be passed over. */
const ESSENTIAL: ReadonlySet<string> = new Set(['arguments', 'options', 'globalOptions', 'commands', 'flags']);

const ENUMERATIONS: ReadonlySet<string> = new Set(
  'features examples paths creates modifies deletes tags methods patterns'.split(' '),
);

/**
 * How to read a value that a newer minor version may have introduced: unknown parameter types as text, effects as the
 * worst case, everything else that is optional as absent.
 *
 * @returns `undefined` where passing over it would not be safe: the deviation stays an error.
 */
function repairForNewer({ pointer, tokens, place, value }: Deviation): Repair | undefined {
  if (place.name === 'type' && typeof value === 'string') return { action: 'set', pointer, value: 'string' };
  const worst = worstEffect(tokens);
  if (worst !== undefined) return { action: 'set', pointer, value: JSON.parse(JSON.stringify(worst)) };
  const field = tokens.at(-1) ?? '';
  const owner = placeOf(tokens.slice(0, -1));
  const remove = { action: 'remove', pointer } as const;
  // An item may go where its list is a mere enumeration, such as features or examples.
  if (owner.fields === undefined) return ENUMERATIONS.has(tokens.at(-2) ?? '') ? remove : undefined;
  if (ESSENTIAL.has(field)) return undefined;
  if (owner.required?.includes(field) !== true) return remove;
  // Without its required field the optional object around it says nothing.
  const isOptional =
    owner.name === 'trust' || owner.name === 'tool.omitted' || owner.name.startsWith('authentication.');
  return isOptional ? { ...remove, pointer: parentPointer(pointer) } : undefined;
}

/**
 * The worst value for a place inside effects; `undefined` elsewhere and for lists and times. Leaving the field out is not
 * enough: a `false` of the group above would then hold for it.
 */
function worstEffect(tokens: readonly string[]): unknown {
  const depth = tokens.lastIndexOf('effects') + 1;
  return depth > 0 && placeOf(tokens.slice(0, depth)).name === 'effects'
    ? valueAt(WORST_EFFECTS, tokens.slice(depth))
    : undefined;
}

/**
 * The value in the type that was expected, where only the notation is wrong; `undefined` when that is not certain.
 *
 * Shape: `"true"` → `true`, `"5"` → `5`, `1.10` → `"1.10"` (as written), `"--all"` → `["--all"]`
 */
export function convertValue(
  value: unknown,
  types: readonly string[],
  pointer: string,
  document: SourceDocument,
): unknown {
  if (types.includes('string') && typeof value === 'number') {
    // A version written as the number 1.10 meant "1.10", not "1.1".
    const node = document.text && nodeAt(document.text, pointer)?.node;
    return node ? document.text?.source.slice(node.start, node.end) : String(value);
  }
  if (typeof value !== 'string') return undefined;
  if (types.includes('array')) return [value];
  const word = value.trim().toLowerCase();
  if (types.includes('boolean') && (word === 'true' || word === 'false')) return word === 'true';
  const isWhole = /^-?\d{1,15}$/.test(word);
  const isNumber = isWhole || /^-?\d{1,15}\.\d{1,15}$/.test(word);
  return (types.includes('integer') && isWhole) || (types.includes('number') && isNumber) ? Number(word) : undefined;
}
