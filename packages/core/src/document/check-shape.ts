import { getOwn, isRecord } from '../json/is-record.ts';
import { joinPointer, parentPointer, valueAt } from '../json/pointer.ts';
import { withDashes, WORST_EFFECTS } from './check-commands.ts';
import { didYouMean } from '../json/near-names.ts';
import { describeTypes, describeValue, meantValue, quote } from './describe-value.ts';
import { type DocumentFinding, MAX_ISSUES, messageOf, type Repair } from './finding.ts';
import {
  addField,
  type SourceFix,
  nodeAt,
  type SourcePlace,
  placeOf,
  renameKey,
  replaceValue,
  type SourceDocument,
} from './source-document.ts';
import { SCHEMA_TABLE, type SchemaPlace } from './generated/schema-table.ts';

/**
 * Checks a document against the schema of ATIP 0.6.
 *
 * `newer`: the document has a later minor version; possible additions of that version are warnings, and repaired.
 */
export function shapeFindings(document: SourceDocument, newer: boolean): DocumentFinding[] {
  const findings: DocumentFinding[] = [];
  /** Pointers of fields that a finding already reports as misspelt. */
  const misspelt = new Set<string>();
  let errors = 0;
  let missing = 0;
  let unknownFields = 0;
  checkShape(document.value, (error) => {
    if (error.keyword === 'additionalProperties') {
      if (misspelt.has(joinPointer('', ...error.tokens, error.field))) return true;
      unknownFields += 1;
      if (unknownFields > MAX_ISSUES + 1) return true;
    }
    const isMissing = error.keyword === 'required' || error.keyword === 'recommended';
    if (isMissing) missing += 1;
    const spelt = isMissing && missing <= MAX_ISSUES ? misspeltKey(error, misspelt) : undefined;
    const finding = toFinding(document, error, newer, spelt);
    if (finding.at !== undefined) misspelt.add(finding.at);
    findings.push(finding);
    errors += finding.severity === 'error' ? 1 : 0;
    // Once the list is full of errors, no further finding can be listed or make the document valid.
    return errors <= MAX_ISSUES;
  });
  return findings;
}

interface Deviation {
  readonly document: SourceDocument;
  readonly pointer: string;
  readonly tokens: readonly string[];
  readonly value: unknown;
  readonly place: SourcePlace;
  /** The missing or unknown field; `''` for a wrong value. */
  readonly field: string;
  /** A key that is most likely a misspelling of the missing field. */
  readonly spelt: string | undefined;
}

/** Most keys of one object that are compared with a missing field. */
const MAX_COMPARED = 20;

/** The unknown key of an object that is most likely a misspelling of a missing field. */
function misspeltKey({ tokens, value, field }: ShapeError, taken: ReadonlySet<string>): string | undefined {
  if (!isRecord(value)) return undefined;
  const { fields = {} } = placeOf(tokens);
  const unknown = Object.keys(value).filter((key) => !Object.hasOwn(fields, key) && !OWN_FIELD.test(key));
  return unknown
    .slice(0, MAX_COMPARED)
    .find((key) => meantValue(key, [field]) === field && !taken.has(joinPointer('', ...tokens, key)));
}

function toFinding(
  document: SourceDocument,
  error: ShapeError,
  newer: boolean,
  spelt: string | undefined,
): DocumentFinding {
  const { keyword, tokens, value, field } = error;
  const place = placeOf(tokens);
  const deviation: Deviation = { document, pointer: joinPointer('', ...tokens), tokens, value, place, field, spelt };
  const finding = findingFor(keyword, deviation);
  const isExcused = newer && finding.severity === 'error' && (keyword === 'type' || keyword === 'enum');
  const repair = isExcused ? repairForNewer(deviation) : undefined;
  const placed = { ...finding, section: place.section || undefined };
  return repair ? { ...placed, ...tolerated(finding, repair) } : placed;
}

function findingFor(keyword: ShapeKeyword, deviation: Deviation): DocumentFinding {
  if (keyword === 'required' || keyword === 'recommended') return missingField(deviation);
  if (keyword === 'additionalProperties') return unknownField(deviation);
  return keyword === 'type' ? wrongType(deviation) : invalidValue(keyword, deviation);
}

function tolerated(finding: DocumentFinding, repair: Repair): Partial<DocumentFinding> {
  const outcome = repair.action === 'set' ? `it is read as ${JSON.stringify(repair.value)}` : 'it is left out';
  const message = () => `${messageOf(finding)} The document is of a newer version, so ${outcome}.`;
  return { severity: 'warning', message, repair, fix: undefined };
}

function unknownField({ document: { text }, pointer, tokens, value, place, field: key }: Deviation): DocumentFinding {
  const meant = () => meantValue(key, Object.keys(place.fields ?? {}));
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

/** A fix for a value, if the value can be determined. */
function unlessUnknown<Value>(
  find: () => Value | undefined,
  fix: (value: Value) => SourceFix | undefined,
): DocumentFinding['fix'] {
  return () => {
    const found = find();
    return found === undefined ? undefined : fix(found);
  };
}

function wrongType({ document, pointer, tokens, value, place }: Deviation): DocumentFinding {
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
): DocumentFinding {
  const allowed = keyword === 'enum' ? (place.enum ?? []) : [];
  if (isFeature(tokens) && keyword === 'enum') return unknownFeature(pointer, value);
  const meant = () => (typeof value === 'string' ? meantValue(value, allowed) : undefined);
  return {
    code: 'invalid-value',
    severity: 'error',
    message: () => {
      const name = meant();
      const expected = expectation(keyword, place);
      return `${capitalised(nameField(tokens))} is ${describeValue(value)}; expected: ${expected}.${didYouMean(name, quote)}`;
    },
    path: pointer,
    mark: 'value',
    fix: text && unlessUnknown(meant, (name) => replaceValue(text, pointer, name)),
  };
}

function isFeature([root, field]: readonly string[]): boolean {
  return root === 'atip' && field === 'features';
}

/**
 * No error: a feature says which parts of the protocol the document uses, and a part that is unknown is passed over.
 */
function unknownFeature(path: string, feature: unknown): DocumentFinding {
  const message = `The feature ${quote(String(feature))} is not known here; what belongs to it is passed over.`;
  return { code: 'unknown-feature', severity: 'warning', message, path, mark: 'value' };
}

function expectation(keyword: ShapeKeyword, place: SourcePlace): string {
  if (keyword === 'enum') return `one of ${place.enum?.map((value) => JSON.stringify(value)).join(', ')}`;
  if (keyword === 'minItems') return `at least ${place.minItems} item`;
  if (keyword === 'minLength') return 'a text that is not empty';
  if (keyword === 'maximum') return `${place.maximum} or less`;
  return keyword === 'minimum' ? `${place.minimum} or more` : (place.expected ?? 'another value');
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The fields that are only recommended: what is advised, and the value that is read. */
const RECOMMENDED: Readonly<Record<string, { readonly advice: string; readonly value: string }>> = {
  description: { advice: 'models choose by it, so write one', value: '' },
  source: { advice: 'it counts as "inferred" until you say who wrote the document', value: 'inferred' },
};

/**
 * A required field is missing.
 *
 * Below the root a missing `description` is a warning: the RFC's own examples (§12.2, §13.1) leave it out. It is read
 * as empty. So is a missing `source` of trust, which 0.5 does not require; it is read as the least trusted one.
 */
function missingField({ document: { text }, pointer, tokens, value, place, field, spelt }: Deviation): DocumentFinding {
  const path = joinPointer(pointer, field);
  const tolerated = place.recommended?.includes(field) ? RECOMMENDED[field] : undefined;
  const consequence = spelt === undefined ? `; ${tolerated?.advice ?? 'add it'}.` : `; ${quote(spelt)} looks like it.`;
  const initial = initialValue(field, value, tokens);
  const where = field === 'atip' ? 'first' : 'last';
  return {
    code: 'missing-field',
    severity: tolerated ? 'warning' : 'error',
    message: () => `${quote(field)} is missing in ${nameSubject(tokens, value)}${consequence}`,
    path,
    at: spelt === undefined ? undefined : joinPointer(pointer, spelt),
    mark: 'key',
    repair: tolerated && { action: 'set', pointer: path, value: tolerated.value },
    fix:
      text &&
      unlessUnknown(
        () => spelt ?? initial,
        () =>
          spelt === undefined ? addField(text, pointer, field, initial, where) : renameKey(text, pointer, spelt, field),
      ),
  };
}

/** The initial value of an added field; `undefined` if a guess would be harmful. */
function initialValue(field: string, owner: unknown, tokens: readonly string[]): unknown {
  if (field === 'atip') return { version: '0.4' };
  if (field === 'version') return tokens.length === 0 ? '0.0.0' : '0.4';
  if (!isRecord(owner)) return undefined;
  if (field === 'name') return nameFromFlags(getOwn(owner, 'flags'));
  if (field === 'flags') {
    const name = getOwn(owner, 'name');
    const flag = typeof name === 'string' ? withDashes(name) : undefined;
    return flag && [flag];
  }
  if (field !== 'type') return undefined;
  if (tokens.includes('methods')) return 'token';
  return Array.isArray(getOwn(owner, 'enum')) ? 'enum' : 'string';
}

function nameFromFlags(flags: unknown): string | undefined {
  const names = Array.isArray(flags)
    ? flags.filter((flag) => !isRecord(flag)).map((flag) => String(flag).replace(/^-{1,2}/, ''))
    : [];
  return names.filter((name) => /^\w[\w-]{0,63}$/.test(name)).sort((a, b) => b.length - a.length)[0];
}

/**
 * Names the target of a pointer for a person: `the tool`, `the command "pr create"`, `the option "title"`, `"effects"`.
 */
function nameSubject(tokens: readonly string[], value: unknown): string {
  if (tokens.length === 0) return 'the tool';
  const { name } = placeOf(tokens);
  if (name === 'command') {
    const words = tokens.filter((_, index) => index % 2 === 1).filter((word) => word !== '');
    return words.length === 0 ? 'the command ""' : `the command ${quote(words.join(' '))}`;
  }
  if (name === 'argument' || name === 'option' || name === 'pattern') {
    const own = isRecord(value) ? getOwn(value, 'name') : undefined;
    return typeof own === 'string' ? `the ${name} ${quote(own)}` : `${name} ${Number(tokens.at(-1)) + 1}`;
  }
  return nameField(tokens);
}

/** Names a field by its key, an item of a list by its number: `"type"`, `item 2 of "flags"`. */
function nameField(tokens: readonly string[]): string {
  const last = tokens.at(-1);
  if (last === undefined) return 'the document';
  const isItem = /^\d+$/.test(last) && placeOf(tokens.slice(0, -1)).fields === undefined && tokens.length > 1;
  return isItem ? `item ${Number(last) + 1} of ${quote(tokens.at(-2) ?? '')}` : quote(last);
}

/** Fields whose loss would change a command line; a newer form of them cannot be skipped. */
const ESSENTIAL: ReadonlySet<string> = new Set(['arguments', 'options', 'globalOptions', 'commands', 'flags']);

const ENUMERATIONS: ReadonlySet<string> = new Set(
  'features examples paths creates modifies deletes tags methods patterns'.split(' '),
);

/**
 * Repairs a value that a newer minor version may have introduced: unknown parameter types become text, effects the
 * worst case, other optional values absent.
 *
 * @returns `undefined` if skipping it is unsafe: the deviation stays an error.
 */
function repairForNewer({ pointer, tokens, place, value }: Deviation): Repair | undefined {
  if (place.name === 'type' && typeof value === 'string') return { action: 'set', pointer, value: 'string' };
  const worst = worstEffect(tokens);
  if (worst !== undefined) return { action: 'set', pointer, value: JSON.parse(JSON.stringify(worst)) };
  const field = tokens.at(-1) ?? '';
  const owner = placeOf(tokens.slice(0, -1));
  const remove = { action: 'remove', pointer } as const;
  if (owner.name === 'trust' && field === 'source') return { action: 'set', pointer, value: 'inferred' };
  // An item may be removed if its list is a mere enumeration, such as features or examples.
  if (owner.fields === undefined) return ENUMERATIONS.has(tokens.at(-2) ?? '') ? remove : undefined;
  if (ESSENTIAL.has(field)) return undefined;
  if (owner.required?.includes(field) !== true) return remove;
  // Without its required field the surrounding optional object is useless.
  const isOptional =
    owner.name === 'tool.binary' || owner.name === 'tool.omitted' || owner.name.startsWith('authentication.');
  return isOptional ? { ...remove, pointer: parentPointer(pointer) } : undefined;
}

/**
 * The worst value for a field of effects; `undefined` elsewhere and for lists and times. Removing the field is not
 * enough: the command would inherit a `false` from its group.
 */
function worstEffect(tokens: readonly string[]): unknown {
  const depth = tokens.lastIndexOf('effects') + 1;
  return depth > 0 && placeOf(tokens.slice(0, depth)).name === 'effects'
    ? valueAt(WORST_EFFECTS, tokens.slice(depth))
    : undefined;
}

/**
 * The value in the expected type, if only the notation is wrong; `undefined` when that is uncertain.
 *
 * Shape: `"yes"` → `true`, `"5"` → `5`, `1.10` → `"1.10"` (as written), `"--all"` → `["--all"]`
 */
export function convertValue(
  value: unknown,
  types: readonly string[],
  pointer: string,
  document: SourceDocument,
): unknown {
  if (types.includes('string') && typeof value === 'number') {
    // A version written as the number 1.10 means "1.10", not "1.1".
    const node = document.text && nodeAt(document.text, pointer)?.node;
    return node ? document.text?.source.slice(node.start, node.end) : String(value);
  }
  if (typeof value !== 'string') return undefined;
  if (types.includes('array')) return [value];
  const word = value.trim().toLowerCase();
  if (types.includes('boolean') && /^(?:true|false|yes|no|on|off)$/.test(word)) return /^(?:true|yes|on)$/.test(word);
  const isWhole = /^-?\d{1,15}$/.test(word);
  const isNumber = isWhole || /^-?\d{1,15}\.\d{1,15}$/.test(word);
  return (types.includes('integer') && isWhole) || (types.includes('number') && isNumber) ? Number(word) : undefined;
}

/** The JSON Schema keyword that a value violates. `additionalProperties`: an unknown field. */
type ShapeKeyword =
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
const OWN_FIELD: RegExp = /^(?:x-|_)/;

/**
 * Reports every violation of the schema of ATIP 0.6, in the order of the value.
 *
 * Limits: linear in the size of the value, and as deep; its reader bounds the depth.
 * @param report takes one error; `false` ends the check
 */
export function checkShape(value: unknown, report: Walk['report']): void {
  check({ way: [], report }, linkedPlace('tool'), value);
}

/** A place of the schema with those below it, found without a look-up by name: a document has thousands of values. */
interface LinkedPlace extends Pick<SchemaPlace, 'enum' | 'pattern' | 'minimum' | 'maximum' | 'minItems' | 'minLength'> {
  /** Bits of the allowed kinds. Zero: any value, and nothing below it is checked. */
  readonly kinds: number;
  /** True if anything but the kind counts. */
  readonly isBound: boolean;
  readonly required: readonly string[];
  readonly recommended: readonly string[];
  fields?: ReadonlyMap<string, LinkedPlace>;
  each?: LinkedPlace;
}

const KINDS: readonly string[] = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
const kindBit = (name: string): number => 1 << KINDS.indexOf(name);
const STRING = kindBit('string');
const NUMBER = kindBit('number');
const INTEGER = kindBit('integer');
const BOOLEAN = kindBit('boolean');
const OBJECT = kindBit('object');
const ARRAY = kindBit('array');
const NULL = kindBit('null');

const LINKED = /* @__PURE__ */ new Map<string, LinkedPlace>();

function linkedPlace(name: string): LinkedPlace {
  const known = LINKED.get(name);
  if (known) return known;
  const {
    type = '',
    required = [],
    recommended = [],
    fields,
    each,
    section: _section,
    expected: _expected,
    ...rules
  } = SCHEMA_TABLE[name] ?? {};
  const kinds = type === '' ? 0 : type.split(' ').reduce((bits, kind) => bits | kindBit(kind), 0);
  const place: LinkedPlace = { ...rules, kinds, isBound: Object.keys(rules).length > 0, required, recommended };
  // Before those below, of which one may be this again.
  LINKED.set(name, place);
  if (fields) place.fields = new Map(Object.entries(fields).map(([key, below]) => [key, linkedPlace(below)]));
  if (each !== undefined) place.each = linkedPlace(each);
  return place;
}

/** Like all functions below: `false` once the check has ended. Values of the wrong kind are not searched further. */
function check(walk: Walk, place: LinkedPlace, value: unknown): boolean {
  const { kinds, isBound } = place;
  if (kinds === 0) return true;
  const fits = (kinds & kindsOf(value)) !== 0;
  if (!fits && !fail(walk, 'type', value)) return false;
  if (isBound && !checkValue(walk, place, value)) return false;
  return !fits || typeof value !== 'object' || value === null || checkMembers(walk, place, value);
}

function kindsOf(value: unknown): number {
  if (typeof value === 'string') return STRING;
  if (typeof value === 'boolean') return BOOLEAN;
  if (typeof value === 'number') return Number.isInteger(value) ? NUMBER | INTEGER : NUMBER;
  if (value === null) return NULL;
  return Array.isArray(value) ? ARRAY : OBJECT;
}

function checkValue(walk: Walk, place: LinkedPlace, value: unknown): boolean {
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

function checkMembers(walk: Walk, place: LinkedPlace, value: object): boolean {
  const { required, recommended, fields, each } = place;
  if (Array.isArray(value)) {
    if (each === undefined || value.length === 0) return true;
    return value.every((item, index) => checkMember(walk, each, index, item));
  }
  const members = value as Record<string, unknown>;
  for (const field of required)
    if (!Object.hasOwn(members, field) && !fail(walk, 'required', value, field)) return false;
  for (const field of recommended)
    if (!Object.hasOwn(members, field) && !fail(walk, 'recommended', value, field)) return false;
  if (fields === undefined && each === undefined) return true;
  for (const key of Object.keys(members)) {
    const below = fields === undefined ? each : fields.get(key);
    if (below !== undefined) {
      if (!checkMember(walk, below, key, members[key])) return false;
    } else if (!OWN_FIELD.test(key) && !fail(walk, 'additionalProperties', value, key)) return false;
  }
  return true;
}

function checkMember(walk: Walk, place: LinkedPlace, key: string | number, value: unknown): boolean {
  walk.way.push(key);
  const goesOn = check(walk, place, value);
  walk.way.pop();
  return goesOn;
}

function fail({ way, report }: Walk, keyword: ShapeKeyword, value: unknown, field = ''): boolean {
  return report({ keyword, tokens: way.map(String), value, field });
}
