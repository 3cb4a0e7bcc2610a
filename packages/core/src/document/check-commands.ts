import { asRecord, getOwn, isRecord } from '../json/is-record.ts';
import { joinPointer } from '../json/pointer.ts';
import { compileGlob } from './match-glob.ts';
import { quote } from './describe-value.ts';
import type { DocumentFinding } from './finding.ts';
import { type JsonSource, replaceValue, type SourceDocument } from './source-document.ts';
import type { AtipEffects, ConditionalEffects } from '../types/tool.ts';
import { EFFECTS, type ShapeFields, type Shape } from './generated/command-shapes.ts';

/** More than any real tool has; look-ups and memory stay reasonable. */
export const MAX_COMMANDS = 100_000;

/** Most uses of global options, which every command takes; it bounds time and memory. */
export const MAX_GLOBAL_USES = 1_000_000;

type Fields = Record<string, unknown>;

interface Walk {
  readonly text: JsonSource | undefined;
  /** The document's, which every command takes. */
  readonly globalOptions: unknown;
  readonly commands: DocumentFinding[];
  readonly parameters: DocumentFinding[];
}

/**
 * Checks commands, arguments and options beyond the schema, which only reports wrong shapes.
 *
 * Commands under the empty key may have no subcommands: the empty key means the parent itself, so
 * `{ "": { "commands": { "b" } } }` would give `b` the same command line as a `b` beside it, and no name could tell
 * them apart.
 */
export function checkCommands({ value, text }: SourceDocument): DocumentFinding[] {
  if (!isRecord(value)) return [];
  const walk: Walk = { text, globalOptions: getOwn(value, 'globalOptions'), commands: [], parameters: [] };
  checkList(walk, value, '', 'globalOptions');
  checkPlaces(walk, value);
  const count = checkBelow(walk, getOwn(value, 'commands'), '/commands');
  const options = getOwn(value, 'globalOptions');
  if (count > MAX_COMMANDS) {
    const message = `There are ${count} commands, and no more than ${MAX_COMMANDS} can be told apart; split the document.`;
    walk.commands.push(failure('too-many-commands', message, '/commands', '3.3'));
  } else if (Array.isArray(options) && options.length * count > MAX_GLOBAL_USES) {
    const message = `${options.length} global options for ${count} commands are more than can be compiled; split the document.`;
    walk.commands.push(failure('too-many-global-options', message, '/globalOptions', '3.2'));
  }
  return [...walk.commands, ...walk.parameters];
}

/** A place in the home directory of the person who runs the tool: nothing above it, and not the home itself. */
const HOME_PLACE = /^~\/(?!\.{0,2}(?:\/|$))(?!.*\/\.{0,2}(?:\/|$))[^\0]{1,200}$/;
const NO_PLACE: readonly unknown[] = ['.env', 'ssh-agent'];

/** Checks our extensions about places; a wrong one would reveal nothing, or too much. */
function checkPlaces(walk: Walk, tool: Fields): void {
  for (const field of ['x-reads', 'x-caches', 'x-credentials']) {
    const places = getOwn(tool, field);
    const isPlace = (place: unknown): boolean =>
      (typeof place === 'string' && HOME_PLACE.test(place)) || (field === 'x-credentials' && NO_PLACE.includes(place));
    if (places === undefined || (Array.isArray(places) && places.length <= 64 && places.every(isPlace))) continue;
    const message = `${quote(field)} lists up to 64 places of the home directory, such as "~/.config/tool".`;
    walk.commands.push(failure('no-place', message, joinPointer('', field), '3.2'));
  }
}

/** The places in the home directory that a tool's field names; empty if the field is no list of them. */
export function placesOf(tool: object, field: 'x-reads' | 'x-caches' | 'x-credentials'): string[] {
  const places = getOwn(tool, field);
  if (!Array.isArray(places)) return [];
  return places.filter((place) => typeof place === 'string' && (HOME_PLACE.test(place) || NO_PLACE.includes(place)));
}

function failure(code: string, message: string, path: string, section: string): DocumentFinding {
  return { code, severity: 'error', message, path, mark: 'key', section };
}

function doubt(
  code: string,
  message: string,
  path: string,
  section: string,
  fix?: DocumentFinding['fix'],
): DocumentFinding {
  return { code, severity: 'warning', message, path, mark: 'value', section, fix };
}

/** As deep as the document, whose reader bounds the depth. @returns the number of commands */
function checkBelow(walk: Walk, commands: unknown, pointer: string): number {
  if (!isRecord(commands)) return 0;
  let count = 0;
  for (const [key, command] of Object.entries(commands)) {
    const at = joinPointer(pointer, key);
    const children = isRecord(command) ? getOwn(command, 'commands') : undefined;
    const isGroup = isRecord(children) && Object.keys(children).length > 0;
    if (isGroup && key === '') {
      const message =
        'The empty key means its parent itself and cannot have subcommands; move them up beside the empty key.';
      walk.commands.push(failure('empty-key-group', message, `${at}/commands`, '3.3'));
    }
    if (isRecord(command)) {
      checkList(walk, command, at, 'arguments');
      checkList(walk, command, at, 'options');
    }
    count += isGroup ? checkBelow(walk, children, `${at}/commands`) : 1;
  }
  return count;
}

function checkList({ text, parameters, globalOptions }: Walk, owner: Fields, at: string, key: string): void {
  const list = getOwn(owner, key);
  const section = key === 'arguments' ? '3.4' : '3.5';
  let names: KnownNames;
  const known = (): KnownNames => (names ??= knownNames(owner, globalOptions));
  for (const [index, parameter] of Array.isArray(list) ? list.entries() : []) {
    if (!isRecord(parameter)) continue;
    const pointer = joinPointer(at, key, index);
    checkEnum(parameters, parameter, pointer);
    checkFlags(parameters, parameter, pointer, section, text);
    checkEffects(parameters, parameter, pointer, known);
  }
}

/**
 * Unreadable statements count as the worst case and are not refused, so that a policy still sees that something was
 * stated.
 */
const DOUBTS = {
  effects: [
    'unreadable-effects',
    'These are not valid effects, so all harm is assumed when a call gives this; correct them.',
  ],
  list: ['unreadable-effects', 'Effects by value are a list, so all harm is assumed.'],
  pattern: ['unreadable-pattern', 'This is no pattern, so all harm is assumed whatever the value; correct it.'],
  condition: ['unknown-condition', 'No parameter of this command has that name or flag, so the worst is assumed.'],
  mode: ['contradictory-mode', 'It both replaces the effects and adds to them, so only its harm counts; state one.'],
  value: ['contradictory-mode', 'There are two statements about this value, so only their harm counts; state one.'],
} as const;

type KnownNames = ReadonlySet<unknown> | undefined;

/**
 * The names and flags of a command's parameters, global options among them; for these the commands' own are unknown.
 */
function knownNames(owner: Fields, globalOptions: unknown): KnownNames {
  if ('globalOptions' in owner) return undefined;
  const lists = [...['arguments', 'options'].map((key) => getOwn(owner, key)), globalOptions];
  const all = lists.flatMap((list): unknown[] => (Array.isArray(list) ? list : [])).filter(isRecord);
  return new Set(all.flatMap(({ name, flags }): unknown[] => [name, ...(Array.isArray(flags) ? flags : [])]));
}

function checkEffects(
  parameters: DocumentFinding[],
  parameter: Fields,
  pointer: string,
  known: () => KnownNames,
): void {
  const say = (about: keyof typeof DOUBTS, at: string): void => {
    const [code, message] = DOUBTS[about];
    parameters.push(doubt(code, message, `${pointer}/${at}`, '3.6'));
  };
  const check = (effects: unknown, at: string): void => {
    if (effects === undefined) return;
    if (!isConditional(effects)) say('effects', at);
    else if (effects.unless?.some((name) => known()?.has(name.replace(/^!/, '')) === false))
      say('condition', `${at}/unless`);
  };
  const { 'x-effects': added, 'x-mode': mode, 'x-values': values } = parameter;
  check(added, 'x-effects');
  check(mode, 'x-mode');
  if (added !== undefined && mode !== undefined) say('mode', 'x-mode');
  if (values === undefined) return;
  if (!Array.isArray(values)) say('list', 'x-values');
  for (const [index, rule] of Array.isArray(values) ? values.entries() : []) {
    const at = `x-values/${index}`;
    const { match, effects, mode: own } = asRecord(rule);
    if (typeof match !== 'string' || !compileGlob(match)) say('pattern', at);
    check(effects, `${at}/effects`);
    check(own, `${at}/mode`);
    if (own !== undefined && (effects !== undefined || mode !== undefined)) say('value', at);
  }
}

function checkEnum(parameters: DocumentFinding[], parameter: Fields, pointer: string): void {
  const values = getOwn(parameter, 'enum');
  const empty = Array.isArray(values) && values.length === 0;
  if (getOwn(parameter, 'type') !== 'enum' || (values !== undefined && !empty)) return;
  const message = 'The type is "enum", but no values are listed, so any text passes; add them as "enum".';
  parameters.push(doubt('missing-values', message, `${pointer}/${empty ? 'enum' : 'type'}`, '3.7'));
}

/** A flag becomes one argument: `"--output FILE"` would contain a space. */
function checkFlags(
  parameters: DocumentFinding[],
  parameter: Fields,
  pointer: string,
  section: string,
  text: JsonSource | undefined,
): void {
  const at = `${pointer}/flags`;
  const flags = getOwn(parameter, 'flags');
  if (!Array.isArray(flags)) return;
  for (const [index, flag] of flags.entries()) {
    if (typeof flag !== 'string' || flag === '' || isLegalFlag(flag)) continue;
    const split = flag.split(',').map((part) => part.trim());
    const certain = flags.length === 1 && split.length > 1 && split.every(isLegalFlag);
    const message = /[\s,]/.test(flag)
      ? `The flag ${quote(flag)} holds more than one word and would be passed as one; list every spelling on its own.`
      : `Flags start with - or -- and hold no "="; ${quote(flag)} does not fit.`;
    const path = joinPointer(at, index);
    const dashed = withDashes(flag);
    const fix = certain
      ? text && (() => replaceValue(text, at, split))
      : text && dashed !== undefined && !flags.includes(dashed)
        ? () => replaceValue(text, path, dashed)
        : undefined;
    parameters.push(doubt('doubtful-flag', message, path, section, fix));
  }
}

/** `"tag"` → `"--tag"`, `"t"` → `"-t"`; `undefined` for anything but a bare name. */
export function withDashes(name: string): string | undefined {
  if (!/^\w[\w-]{0,63}$/.test(name)) return undefined;
  return name.length === 1 ? `-${name}` : `--${name}`;
}

/**
 * True for a flag that a command line can contain unchanged: one or two dashes, or the plus that some old programs
 * take, and a name without white space, `=` or `,`; or a dash alone.
 */
export function isLegalFlag(flag: string): boolean {
  return /^(?:--?|\+)[^\s=,-][^\s=,]*$|^-$/.test(flag);
}

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
