import { namesCredential } from '@atip/core/internal';
import { parse, type ParsedScript } from 'unbash';
import type { LineAssignment, LineIssue, LinePart, LineReading, VariableReading } from '../line/types.ts';
import { recognizeShells } from './other-shells.ts';
import { addPart, traced } from './parts.ts';
import {
  displace,
  type ListNames,
  MAX_NESTED,
  type Ending,
  type Places,
  type Reading,
  report,
  type Scope,
  type Span,
  stays,
  UNKNOWN_PLACES,
  type Values,
} from './reading.ts';
import { readStatements } from './statements.ts';
import { firstValues, FROM_THE_SHELL, holds, nextValues } from './variable-values.ts';

export interface ReadLineSettings {
  /** `sh`: programs are started by a POSIX shell. Absent: `bash`. */
  readonly dialect?: 'bash' | 'sh';
  /** True: `isPlainPath` holds for the directory in which the line starts, for `$PWD` there and for `$HOME`. Absent: nobody knows. */
  readonly isPlainPlace?: boolean | undefined;
  /** Tells which names a command of the line lists. Absent: nobody knows. */
  readonly listNames?: ListNames | undefined;
}

const MAX_LENGTH = 1 << 20;

/** Variables may depend on variables, which needs several readings. */
const MAX_READINGS = 4;

/** Most syntax characters of a text, and most of those for which the parser takes quadratic time. */
const MAX_SIGNS = 60_000;
const MAX_PIPES = 20_000;
const MAX_HEREDOCS = 1000;
const MAX_CALCULATIONS = 1000;

/** Text of substitutions that is parsed, counted again at each level. */
const MAX_NESTED_TEXT = MAX_LENGTH / 2;

const SIGNS = new Set([...' \t\n;|&<>(){}$`!"\'\\[]*?,+-'].map((sign) => sign.charCodeAt(0)));

/**
 * Reads a line into the commands that a shell may start for it.
 *
 * Sound before useful: every program that bash could start is in `parts`, or there is an issue. Reads at most 1 MiB, 1,000 commands,
 * 5,000 words of each and 200 levels; more is an issue. Never throws.
 *
 * @example
 * import { readLine } from '@atip/shell';
 *
 * readLine('cd src && git status').parts.map(({ program }) => program); // ['cd', 'git']
 */
export function readLine(text: string, settings: ReadLineSettings = {}): LineReading {
  const whole = { start: 0, end: typeof text === 'string' ? text.length : 0 };
  if (typeof text !== 'string')
    return { text: '', parts: [], issues: [{ code: 'NO_LINE', message: 'A shell line is a text.', ...whole }] };
  const reading = readKnowing(text, settings);
  recognizeShells(text, reading);
  if (reading.isEmpty && reading.issues.length === 0) report(reading, 'NO_LINE', 'The line has no command.', whole);
  if (SHIFTED.every((sign) => sign.test(text)))
    report(
      reading,
      'UNREAD',
      "A word continues on the next line, beside $'…' in a substitution: bash may drop its beginning.",
      whole,
    );
  const parts = reading.parts.sort((one, other) => one.start - other.start);
  const variables = variablesOf(reading, whole);
  const listedUntil = reading.listings > 0 ? reading.listedUntil : undefined;
  const { isPlainPlace } = settings;
  const assigns = [...reading.values.keys()];
  return { text, parts, issues: eachOnce(reading.issues), variables, assigns, isPlainPlace, listedUntil };
}

/**
 * With all of these bash may leave out the beginning of a word: it writes `$'…'` anew before it reads a substitution again. Found by
 * tests/sound (bash 5.2).
 */
const SHIFTED: readonly RegExp[] = [/[^\s\\]\\\n\S/, /\$'/, /\$\(|`|[<>]\(/];

/** Most variables for programs; each is judged for each program. */
const MAX_EXPORTED = 100;

function variablesOf(reading: Reading, whole: Span): VariableReading | undefined {
  const { assigned, exportedNames, handedOn, copies } = reading;
  if (assigned.length + copies.size === 0) return undefined;
  const isExported = ({ name }: LineAssignment): boolean => exportedNames.has('*') || exportedNames.has(name);
  const all = [...handedOn, ...assigned.filter(isExported)];
  const exported = [...new Map(all.map((one) => [`${one.name}=${one.value?.text}`, one])).values()];
  if (exported.length > MAX_EXPORTED)
    report(reading, 'TOO_LARGE', `The line gives programs more than ${MAX_EXPORTED} variables.`, whole);
  return { exported: exported.slice(0, MAX_EXPORTED), copies };
}

/**
 * Reads a line with the values that it gives its variables: repeats until the assumptions of a reading equal its
 * result.
 */
function readKnowing(text: string, { dialect = 'bash', listNames, isPlainPlace = false }: ReadLineSettings): Reading {
  let values: Values | undefined = firstValues(isPlainPlace);
  let best: Reading | undefined;
  for (let round = 0; round < MAX_READINGS && values; round++) {
    const reading = readWith(text, dialect, values, listNames);
    if (holds(reading, values)) best = reading;
    values = nextValues(reading, values);
  }
  return (
    best ??
    readWith(text, dialect, { assumed: new Map(), isSplitAtBlanks: false, isPlainPlace: false, wanted: new Set() })
  );
}

function readWith(text: string, dialect: Scope['dialect'], values: Values, listNames?: ListNames): Reading {
  const reading = newReading();
  const scope: Scope = {
    dialect,
    source: text,
    span: (start, end) => ({ start, end }),
    from: 'line',
    through: [],
    added: undefined,
    background: false,
    stdin: 'none',
    functions: new Set(),
    certain: new Set(FROM_THE_SHELL.keys()),
    values,
    bound: new Map(),
    rounds: 1,
    made: new Set(),
    // Without names the reading only notes that the line lists some.
    listNames: (listing, places) => {
      reading.listings += 1;
      return listNames?.(listing, places);
    },
    isFunction: false,
    depth: 0,
    texts: 0,
  };
  reading.runText(text, scope, [{ words: [] }]);
  finish(reading);
  return reading;
}

function newReading(): Reading {
  const reading: Reading = {
    parts: [],
    issues: [],
    functions: new Set(),
    insideFunctions: new Set(),
    anyText: new Set(),
    values: new Map(),
    calculated: new Map(),
    copies: new Map(),
    printed: [],
    assigned: [],
    exportedNames: new Set(),
    handedOn: [],
    listings: 0,
    listedUntil: 0,
    isEmpty: true,
    nestedText: MAX_NESTED_TEXT,
    hasMoved: false,
    isPhysical: false,
    functionsMove: false,
    hasUnset: false,
    hasSourced: false,
    isTraced: false,
    runScript: (script, scope, places) => runScript(script, scope, places, reading),
    runText: (text, scope, places) => runText(text, scope, places, reading),
  };
  return reading;
}

function runText(text: string, scope: Scope, places: Places, reading: Reading): Ending {
  const span = scope.span(0, text.length);
  const tooLarge =
    whyTooLarge(text) ?? (scope.texts > MAX_NESTED ? `Code is nested more than ${MAX_NESTED} deep.` : undefined);
  if (tooLarge !== undefined) {
    report(reading, 'TOO_LARGE', tooLarge, span);
    return stays(UNKNOWN_PLACES);
  }
  if (text.includes('\0')) report(reading, 'SYNTAX', 'The line contains a NUL, which no shell can read.', span);
  try {
    return runScript(parse(text), scope, places, reading);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    report(reading, 'UNREAD', `The line is not understood: ${error.message}.`, span);
    return stays(UNKNOWN_PLACES);
  }
}

function whyTooLarge(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return 'The line is longer than 1 MiB.';
  if (text.length <= MAX_HEREDOCS) return undefined;
  let signs = 0;
  let pipes = 0;
  let heredocs = 0;
  let calculations = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (!SIGNS.has(code)) continue;
    signs++;
    if (code === 124 || code === 38) pipes++;
    if (code === 60 && text.charCodeAt(at + 1) === 60) heredocs++;
    if (code === 40 && text.charCodeAt(at + 1) === 40) calculations++;
  }
  const isTooMuch = signs > MAX_SIGNS || pipes > MAX_PIPES || heredocs > MAX_HEREDOCS;
  return isTooMuch || calculations > MAX_CALCULATIONS ? 'The line has too many pieces to be read.' : undefined;
}

function runScript(script: ParsedScript, scope: Scope, places: Places, reading: Reading): Ending {
  for (const { message, pos } of script.errors ?? [])
    report(reading, 'SYNTAX', `Bash cannot read the line: ${message}.`, scope.span(pos, scope.source.length));
  if (script.commands.length > 0) reading.isEmpty = false;
  return readStatements(script.commands, scope, places, reading);
}

/** Variables that bash itself fills with text that the line reads, matches or contains. */
const ANY_TEXT = /^(?:[\d@*]|(?:_|REPLY|MAPFILE|OPTARG|BASH_REMATCH|BASH_COMMAND|BASH_EXECUTION_STRING|BASH_ARGV0?)$)/;

/** Checks that need the whole line. */
function finish(reading: Reading): void {
  if (reading.hasMoved || reading.functionsMove) displace(reading, 0, (index) => reading.insideFunctions.has(index));
  if (reading.hasUnset || reading.hasSourced)
    reading.parts.splice(0, reading.parts.length, ...reading.parts.map(withoutFunction));
  if (reading.isTraced) reading.parts.splice(0, reading.parts.length, ...reading.parts.map(traced));
  for (const one of reading.printed) addPrinted(one, reading);
  for (const [name, span] of reading.calculated) {
    if (!reading.anyText.has(name) && !ANY_TEXT.test(name)) continue;
    report(
      reading,
      'UNKNOWN_CODE',
      `Bash calculates with ${name}, whose value may be a text such as a[$(cmd)] that runs a command.`,
      span,
    );
  }
}

function addPrinted({ shows, when, scope, span }: Reading['printed'][number], reading: Reading): void {
  if (when === 'traced' && !reading.isTraced && scope.isTraced !== true) return;
  const prints =
    when === 'calculated' ? shows.filter(({ name }) => namesCredential(name) || reading.copies.has(name)) : shows;
  if (prints.length === 0) return;
  const nothing = { words: [], redirects: [], assignments: [], places: [{ words: [] }], lookup: 'shell' } as const;
  addPart({ ...nothing, scope, span, prints }, 'nothing', reading);
}

function withoutFunction(part: LinePart): LinePart {
  return part.kind === 'function' ? { ...part, kind: 'program' } : part;
}

function eachOnce(issues: readonly LineIssue[]): readonly LineIssue[] {
  // Each snippet is another question.
  const keyOf = (issue: LineIssue): unknown => issue.snippet ?? `${issue.code} ${issue.start} ${issue.message}`;
  return [...new Map(issues.map((issue) => [keyOf(issue), issue])).values()];
}
