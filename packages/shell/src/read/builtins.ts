import { wordFrom } from '../line/listings.ts';
import { withPrefix } from '../line/options.ts';
import { knownStart, knownText } from '../line/patterns.ts';
import type { OpenWord, Word } from '../line/types.ts';
import { checkAssignment, checkName, noteCopy, noteNames } from './assignments.ts';
import { addPart, runKnownText, type Start } from './parts.ts';
import { joinPlaces, moveBack, moveTo, type Ending, type Reading, report, stays, UNKNOWN_PLACES } from './reading.ts';
import { noteValue } from './variable-values.ts';

/**
 * Kinds of bash's builtins, by their effect on the shell.
 *
 * `harmless`: reads, prints or answers. `moves`: changes the working directory. `assigns`: sets variables. `code`: runs
 * text as commands. `settings`: changes how the shell reads or runs later commands. `jobs`: waits for or manages its
 * own jobs. `kills`: sends signals. `leaves`: ends the shell, a function or a loop. `starts`: runs the command in its
 * arguments. `history`: reads or writes the history.
 */
export type BuiltinKind =
  | 'harmless'
  | 'moves'
  | 'assigns'
  | 'code'
  | 'settings'
  | 'jobs'
  | 'kills'
  | 'leaves'
  | 'starts'
  | 'history';

const NAMES: Readonly<Record<BuiltinKind, string>> = {
  harmless: ': true false echo printf test [ pwd type help times caller dirs compopt shift',
  moves: 'cd pushd popd',
  assigns: 'export declare typeset local readonly read mapfile readarray getopts let unset',
  code: 'eval source . trap bind complete compgen fc',
  settings: 'set shopt enable hash alias unalias umask ulimit',
  jobs: 'wait jobs fg bg disown',
  kills: 'kill suspend',
  leaves: 'exit return break continue logout',
  starts: 'exec command builtin',
  history: 'history',
};

const KINDS: ReadonlyMap<string, BuiltinKind> = new Map(
  Object.entries(NAMES).flatMap(([kind, names]) =>
    // The keys of NAMES are the kinds.
    names.split(' ').map((name): [string, BuiltinKind] => [name, kind as BuiltinKind]),
  ),
);

/** The kind of a builtin of bash; `undefined` for a program. */
export function builtinOf(name: string): BuiltinKind | undefined {
  return KINDS.get(name);
}

/** Reads the effect of a builtin on the rest of the line. */
export function runBuiltin(kind: Exclude<BuiltinKind, 'starts'>, name: string, one: Start, reading: Reading): Ending {
  addPart(one, 'builtin', reading);
  switch (kind) {
    case 'moves':
      return move(name, one, reading);
    case 'leaves':
      return leave(name, one);
    case 'code':
      return runCode(name, one, reading);
    case 'assigns':
      assign(name, one, reading);
      break;
    case 'settings':
      changeSettings(name, one, reading);
      break;
    case 'jobs':
      if (name === 'wait') runHarmless(name, one, reading);
      if (name === 'jobs' && one.words.some((word) => word.unknown || /^-\w*x/.test(word.text)))
        unread(one, `${name} may run a command.`, reading);
      break;
    case 'history':
      if (one.words.length > 1) unread(one, 'history may write a file.', reading);
      break;
    default:
      runHarmless(name, one, reading);
  }
  return stays(one.places);
}

function move(name: string, { words, places, span, scope }: Start, reading: Reading): Ending {
  reading.hasMoved = true;
  let args = words.slice(1);
  while (args[0] && !args[0].unknown && /^-[LPe@]+$/.test(args[0].text)) {
    reading.isPhysical ||= args[0].text.includes('P');
    args = args.slice(1);
  }
  if (args[0] && !args[0].unknown && args[0].text === '--') args = args.slice(1);
  const [to = home(span)] = args;
  if (!to.unknown && to.text === '' && args.length === 1) return stays(places);
  const isBack = name === 'cd' ? args.length === 1 && knownText(to) === '-' : name === 'popd' && words.length === 1;
  const isSet = reading.values.has('OLDPWD') || scope.source.includes('OLDPWD');
  if (isBack && !isSet) return { success: moveBack(places, name === 'cd' ? 'before' : 'under'), failure: places };
  const isKnown = name === 'cd' && args.length <= 1 && !isBack;
  if (name === 'cd' && args.length > 1 && args.every((arg) => !(arg.unknown && arg.many)))
    return { success: [], failure: places };
  if (name !== 'cd' && !(name === 'pushd' && args.length === 1 && /^[^-+]/.test(knownStart(to))))
    return { success: UNKNOWN_PLACES, failure: places };
  if (!isKnown && name === 'cd') return { success: UNKNOWN_PLACES, failure: places };
  const among: readonly Word[] = to.unknown && to.among ? to.among.map((text) => ({ text })) : [to];
  return { success: joinPlaces(...among.map((one) => moveTo(places, one, name === 'pushd'))), failure: places };
}

function home(span: { readonly start: number; readonly end: number }): OpenWord {
  return { unknown: true, text: '~', reason: 'tilde', prefix: '~', tilde: true, many: false, ...span };
}

/** Only `exit` without a redirect or odd arguments certainly ends the shell. */
function leave(name: string, { words, redirects, places }: Start): Ending {
  const [, status, more] = words;
  const isSure = !more && (!status || (!status.unknown && /^\d+$/.test(status.text)));
  return name === 'exit' && isSure && redirects.length === 0 ? { success: [], failure: [] } : stays(places);
}

function runCode(name: string, one: Start, reading: Reading): Ending {
  const args = one.words.slice(1);
  reading.handedOn.push(...one.assignments);
  if (name === 'eval') return runEval(args, one, reading);
  if (name === 'trap') return runTrap(args, one, reading);
  if (name === 'source' || name === '.') {
    const [file] = args;
    if (!file || (file.unknown && (file.many || file.prefix.startsWith('-')))) {
      report(reading, 'UNKNOWN_CODE', `${name} runs a file of commands that is not read here.`, one.span);
      return stays(UNKNOWN_PLACES);
    }
    // Its document says that it runs the file, and a part asks about one that is not the project's. The variables that it sets are not known.
    if (knownText(file) !== '/dev/null') reading.hasSourced = true;
    return stays(one.places);
  }
  const runs =
    name === 'compgen' ? args.some(({ text, unknown }) => unknown || /^-\w*[WCF]/.test(text)) : args.length > 0;
  if (runs) report(reading, 'UNKNOWN_CODE', `${name} runs code that is not read here.`, one.span);
  return stays(one.places);
}

function runEval(args: readonly Word[], one: Start, reading: Reading): Ending {
  const code = knownText(args[0]) === '--' ? args.slice(1) : args;
  const text = code.map(knownText);
  if (!text.every((word) => word !== undefined)) {
    report(reading, 'UNKNOWN_CODE', 'eval runs code that is not known before the line runs.', one.span);
    return stays(UNKNOWN_PLACES);
  }
  // Bash then reads the first word of the next line as a program, even `!` or `{`.
  if (/(?<!\\)(?:\\\\)*\\\n?$/.test(text.join(' '))) unread(one, 'The text of eval ends in a backslash.', reading);
  const before = reading.hasMoved;
  const outcome = runKnownText(text.join(' '), { ...one.scope, from: 'script' }, one.span, one.places, reading);
  return reading.hasMoved === before ? outcome : stays(joinPlaces(one.places, outcome.success, outcome.failure));
}

function runTrap(args: readonly Word[], one: Start, reading: Reading): Ending {
  const rest = knownText(args[0]) === '--' ? args.slice(1) : args;
  const [code] = rest;
  if (
    !code ||
    (rest.length === 1 && knownText(code) !== undefined && /^(?:-[lpP]*|[A-Z0-9]+)$/i.test(knownText(code) ?? ''))
  )
    return stays(one.places);
  const text = knownText(code);
  if (text === undefined)
    report(reading, 'UNKNOWN_CODE', 'trap runs code that is not known before the line runs.', one.span);
  else if (text !== '-' && !/^-[lpP]+$/.test(text)) {
    const before = reading.hasMoved;
    reading.hasMoved = false;
    // It runs at the end, or when a signal comes: hardly before the assignments right behind it.
    const later = rest.slice(1).every((word) => ENDS.test(knownText(word) ?? '')) ? (one.scope.next ?? []) : [];
    const certain = new Set([...one.scope.certain, ...later]);
    const scope = { ...one.scope, certain, made: new Set<string>(), functions: new Set<string>() };
    runKnownText(text, { ...scope, from: 'script', isFunction: true }, one.span, one.places, reading);
    if (reading.hasMoved) unread(one, 'A trap changes the directory at any time.', reading);
    reading.hasMoved ||= before;
  }
  return stays(one.places);
}

/** Signals that end a shell. */
const ENDS = /^(?:0|(?:SIG)?(?:EXIT|HUP|INT|QUIT|TERM))$/i;

/** Options of builtins that take a value, by name. */
const VALUES: Readonly<Record<string, string>> = { read: 'adinNptu', mapfile: 'dnOsuCc', readarray: 'dnOsuCc' };

function assign(name: string, one: Start, reading: Reading): void {
  const args = one.words.slice(1);
  if (name === 'let') {
    calculate(args, one, reading);
    return;
  }
  if (name === 'unset') {
    reading.hasUnset = true;
    for (const word of args) {
      noteValue(word.text.replace(/\[.*$/s, ''), undefined, reading);
      if (!isOption(word) && !isHarmlessName(word)) checkName(word, reading, one.span);
    }
    return;
  }
  if (name === 'getopts') {
    if (args[1]) checkName(args[1], reading, one.span);
    return;
  }
  if (name in VALUES) {
    readNames(name, args, one, reading);
    return;
  }
  declare(name, args, one, reading);
}

function isHarmlessName(word: Word): boolean {
  const text = knownText(word);
  return text !== undefined && /^[\w.:-]+(?:\[\d+\])?$/.test(text) && !/^(?:PATH|HOME|LD_\w+)$/.test(text);
}

function calculate(args: readonly Word[], one: Start, reading: Reading): void {
  for (const word of args) {
    const text = knownText(word);
    if (text === undefined || /[`$]/.test(text)) {
      report(
        reading,
        'UNKNOWN_CODE',
        'let calculates with a text that is not known, in which a[$(cmd)] runs a command.',
        one.span,
      );
      continue;
    }
    for (const [found] of text.matchAll(/[A-Za-z_]\w*/g)) checkAssignment(found, undefined, one.span, reading);
    noteNames(text, one.span, one.scope, reading);
  }
}

function readNames(name: string, args: readonly Word[], one: Start, reading: Reading): void {
  const values = VALUES[name] ?? '';
  const first = name === 'read' && one.scope.isPerLine !== 'known' ? lineIn(one) : undefined;
  for (let at = 0; at < args.length; at++) {
    const word = args[at];
    const text = knownText(word);
    const option = text === '--' ? undefined : /^-(\w+)$/.exec(text ?? '')?.[1];
    if (word && text !== '--' && option === undefined) {
      if (first && first.name === text) checkAssignment(text, first.value, one.span, reading);
      else if (one.scope.isPerLine !== 'known') checkName(word, reading, one.span);
      if (text !== undefined) one.scope.certain.add(text);
      continue;
    }
    const taking = [...(option ?? '')].findIndex((letter) => values.includes(letter));
    if (option === undefined || taking < 0) continue;
    const letter = option[taking] ?? '';
    const attached = option.slice(taking + 1);
    const value: Word | undefined = attached ? { text: attached } : args[++at];
    if (letter === 'a' && value) checkName(value, reading, one.span);
    if (letter === 'C') report(reading, 'UNKNOWN_CODE', `${name} -C runs code that is not read here.`, one.span);
  }
}

/** The first variable of `while read -r NAME`, which has a line of the pipe or its first word. */
function lineIn({ words, scope, assignments }: Start): { readonly name: string; readonly value: Word } | undefined {
  const { pipe, isPerLine } = scope;
  const args = words.slice(1).map(knownText);
  const at = args.findIndex((text) => text !== '-r' && text !== '-d' && text !== '');
  const [name, ...others] = at < 0 ? [] : args.slice(at);
  const options = args.slice(0, Math.max(at, 0)).join(' ');
  if (!isPerLine || !pipe?.lines || name === undefined || others.includes(undefined)) return undefined;
  const { are, isNul } = pipe.lines;
  // `IFS= read`, which keeps blanks.
  const isKept = assignments.length > 0;
  const isSplit = scope.values.isSplitAtBlanks && !isKept;
  const [ifs, ...more] = assignments;
  const isWhole = ifs?.name === 'IFS' && more.length === 0 && !ifs.value?.unknown && ifs.value?.text === '';
  if (!isSplit && (!isWhole || others.length > 0)) return undefined;
  const isRead = (isNul ? /^(?:-r )?-d $|^-d {2}-r$/ : /^(?:-r)?$/).test(options);
  if (!isRead || (isKept && (typeof are === 'string' || are.some((text) => text !== text.trim())))) return undefined;
  const value = wordFrom(pipe.lines, others.length > 0);
  return value && /^[A-Za-z_]\w*$/.test(name) && !others.includes(name) ? { name, value } : undefined;
}

function declare(name: string, args: readonly Word[], one: Start, reading: Reading): void {
  const options = args
    .filter(isOption)
    .map((word) => knownText(word) ?? '')
    .join('');
  const isReference = name !== 'export' && name !== 'readonly' && /n/.test(options);
  const isExported = name === 'export' ? !/n/.test(options) : /x/.test(options);
  for (const word of args) {
    if (isOption(word) || knownText(word) === '--') continue;
    const span = word.start === undefined || word.end === undefined ? one.span : { start: word.start, end: word.end };
    const text = knownStart(word);
    const [, variable, index, operator] = /^([A-Za-z_]\w*)(\[[^\]]*\])?(\+?=)?/.exec(text) ?? [];
    if (variable === undefined || (word.unknown && operator === undefined) || /[`$]/.test(index ?? '')) {
      if (!word.unknown && /^[\w.:-]+$/.test(text)) continue;
      report(
        reading,
        'CHANGES_PROGRAMS',
        `${word.text} names a variable that is not known before the line runs.`,
        one.span,
      );
      continue;
    }
    const value: Word = word.unknown
      ? (word.value ?? withPrefix(word, ''))
      : { text: text.slice(text.indexOf('=') + 1) };
    noteNames(index ?? '', span, one.scope, reading);
    if (!value.unknown && value.text.startsWith('(')) noteNames(value.text, span, one.scope, reading, true);
    if (operator !== undefined) checkAssignment(variable, operator === '=' ? value : undefined, span, reading);
    if (operator === '+=') noteCopy(variable, value, reading);
    if (isExported) reading.exportedNames.add(variable);
    if (operator === '=' && index === undefined) one.scope.certain.add(variable);
    // A variable of a function begins empty, and a read-only one keeps its value.
    if ((operator === undefined && name !== 'export') || /[^-+grx]/.test(options))
      noteValue(variable, undefined, reading);
    if (operator === undefined && name === 'export' && /n/.test(options))
      checkAssignment(variable, undefined, span, reading);
    if (isReference) {
      unread(one, `What ${variable} refers to may be a text such as a[$(cmd)].`, reading);
      checkName(value, reading, span);
    }
    if (/i/.test(options) && name !== 'export' && name !== 'readonly' && !reading.calculated.has(variable))
      reading.calculated.set(variable, one.span);
  }
}

const SAFE_OPTIONS = new Set(
  'errexit nounset pipefail xtrace verbose noglob noclobber noexec allexport errtrace functrace monitor hashall notify globstar extglob failglob nocasematch inherit_errexit'.split(
    ' ',
  ),
);

/** Settings after which bash still reads the line as we do. */
function changeSettings(name: string, one: Start, reading: Reading): void {
  const args = one.words.slice(1);
  if (args.some((word) => /^-\w*[xv]|^(?:xtrace|verbose)$/.test(knownText(word) ?? '')))
    reading.isTraced ||= /^(?:set|shopt)$/.test(name);
  if (args.some((word) => word.unknown || /^[-+]\w*P|^physical$/.test(word.text))) reading.isPhysical = true;
  // `hash ls=FILE` of zsh is `hash -p FILE ls`.
  if (name === 'hash' && args.some((word) => word.unknown || /^-\w*p|=/.test(word.text))) {
    report(reading, 'CHANGES_PROGRAMS', 'hash gives a program another file.', one.span);
    return;
  }
  if (name === 'enable' && args.length > 0) {
    report(reading, 'CHANGES_PROGRAMS', 'enable changes which builtins there are.', one.span);
    return;
  }
  if (name === 'alias' && args.some((word) => word.unknown || word.text.includes('='))) {
    report(reading, 'CHANGES_PROGRAMS', 'alias changes which programs run.', one.span);
    return;
  }
  if (
    name === 'shopt' &&
    !args.every(
      (word) =>
        knownText(word) !== undefined &&
        (/^-[suqpo]+$/.test(knownText(word) ?? '') || SAFE_OPTIONS.has(knownText(word) ?? '')),
    )
  ) {
    unread(one, 'shopt changes how bash reads the line.', reading);
    return;
  }
  if (name === 'set') checkSet(args, one, reading);
}

/** `set -a` exports what is assigned after it. */
const EXPORTS_ALL = /^-\w*a|^allexport$/;

function checkSet(args: readonly Word[], one: Start, reading: Reading): void {
  for (const word of args) noteCopy('@', word, reading);
  if (args.some((word) => EXPORTS_ALL.test(knownText(word) ?? ''))) reading.exportedNames.add('*');
  for (let at = 0; at < args.length; at++) {
    const text = knownText(args[at]);
    if (text === '--' || text === '-') return;
    if (text !== undefined && !/^[-+]/.test(text)) return;
    const letters = text?.slice(1) ?? '';
    const isSafe = text !== undefined && /^[abCefhmnuvxTEo]*$/.test(letters);
    const takesName = letters.endsWith('o') && args[at + 1] !== undefined;
    const isNamed = !letters.includes('o') || !takesName || SAFE_OPTIONS.has(knownText(args[++at]) ?? '');
    if (!isSafe || !isNamed) {
      unread(one, 'set changes how bash reads the line.', reading);
      return;
    }
  }
}

function runHarmless(name: string, one: Start, reading: Reading): void {
  const args = one.words.slice(1);
  if (name === 'test' || name === '[') {
    checkTest(name, args, one, reading);
    return;
  }
  const option = { printf: /^-v(.*)$/s, wait: /^-[fn]*p(.*)$/s }[name];
  if (option === undefined) return;
  args.forEach((word, at) => {
    if (name === 'printf' && at > 0) return;
    const attached = option.exec(knownStart(word))?.[1];
    const variable = attached === '' && !word.unknown ? args[at + 1] : attached === undefined ? undefined : word;
    const target = variable === word && !word.unknown ? { text: attached ?? '' } : variable;
    if (target) {
      checkName(target, reading, one.span);
      for (const printed of args) noteCopy(target.text, printed, reading);
      if (!target.unknown) one.scope.certain.add(target.text);
    } else if (word.unknown && word.prefix === '' && args.length > 1)
      report(
        reading,
        'CHANGES_PROGRAMS',
        `${name} may take ${word.text} for an option, and sets a variable.`,
        one.span,
      );
  });
}

/** `test -v NAME` evaluates the index in a name; other forms of `test` run nothing. */
function checkTest(name: string, args: readonly Word[], one: Start, reading: Reading): void {
  const found = args.find((word, at) => {
    const behind = args.slice(at + 1);
    const end = behind.findIndex((next) => !(next.unknown && next.many));
    const nexts = end < 0 ? behind : behind.slice(0, end + 1);
    // If words are split, one may be the option and the next its name.
    return mayBe(word, '-v') && (nexts.some(mayHoldIndex) || (word.unknown && word.many && mayHoldIndex(word)));
  });
  if (!found) return;
  const why = found.unknown ? `may take ${found.text} for -v, and then` : '-v';
  const message = `${name} ${why} evaluates a name that is not known, in which a[$(cmd)] runs a command.`;
  report(reading, 'UNKNOWN_CODE', message, one.span);
}

function mayBe(word: Word, text: string): boolean {
  if (!word.unknown) return word.text === text;
  if (word.number || word.reason === 'tilde') return false;
  return word.among?.includes(text) ?? text.startsWith(word.prefix);
}

function mayHoldIndex(word: Word): boolean {
  const texts = word.unknown ? word.among : [word.text];
  if (word.unknown && word.number) return false;
  return texts?.some((text) => /[`$]|\[(?!\d+\]|$)/.test(text)) ?? true;
}

function isOption(word: Word): boolean {
  return !word.unknown && /^[-+][A-Za-z]/.test(word.text);
}

function unread(one: Start, message: string, reading: Reading): void {
  report(reading, 'UNREAD', message, one.span);
}
