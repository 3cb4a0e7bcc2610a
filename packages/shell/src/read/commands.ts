import { mergeEffects } from '@atip/core/execute';
import type { AssignmentPrefix, Command, Redirection, SyntaxNode } from 'unbash';
import { isForeign, programName } from '../line/program-names.ts';
import type { LineAssignment, LinePart, Redirect, Runner, Word } from '../line/types.ts';
import { unwrap } from '../wrappers/unwrap.ts';
import type { Inner, Unwrapped } from '../wrappers/unwrapped.ts';
import { checkAssignment, noteCopy, noteNames } from './assignments.ts';
import { builtinOf, runBuiltin } from './builtins.ts';
import { readCalculated, readExpansions } from './expansions.ts';
import { checkSplitting } from './parser-differences.ts';
import { addPart, inputOf, runKnownText, type Start } from './parts.ts';
import {
  IN_CONTAINER,
  MAX_PARTS,
  MAX_WORDS,
  moveTo,
  notePrinted,
  type Ending,
  type Places,
  type Reading,
  report,
  type Scope,
  type Span,
  stays,
  UNKNOWN_PLACES,
} from './reading.ts';
import { textWritten, withWrittenText } from './written-texts.ts';
import { assignmentWord, listIn, readHereDoc, readTarget, readValue, readWord } from './words.ts';

/** Reads a simple command: its words, assignments and redirects, then the programs that it starts. */
export function readCommand(command: Command, scope: Scope, places: Places, reading: Reading): Ending {
  // The part after which reading ends has said so.
  if (reading.parts.length >= MAX_PARTS) return stays(UNKNOWN_PLACES);
  const { name, prefix } = command;
  const [suffix, given] = [command.suffix.slice(0, MAX_WORDS), command.redirects.slice(0, MAX_WORDS)];
  if (suffix.length < command.suffix.length || given.length < command.redirects.length)
    report(
      reading,
      'TOO_LARGE',
      `A command has more than ${MAX_WORDS} words or redirects.`,
      scope.span(command.pos, command.end),
    );
  const nodes: readonly SyntaxNode[] = [...prefix, ...(name ? [name] : []), ...suffix];
  checkSplitting(command, scope, reading);
  const isSplit =
    name?.text !== 'export' &&
    name?.text !== 'declare' &&
    name?.text !== 'local' &&
    name?.text !== 'readonly' &&
    name?.text !== 'typeset';
  const words = [
    ...(name ? readWord(name, scope) : []),
    ...suffix.flatMap((one) => {
      if (one.type === 'Word') return readWord(one, scope);
      return one.type === 'Assignment' ? [assignmentWord(one, scope, isSplit)] : [];
    }),
  ];
  const redirects = given.map((one) => readRedirect(one, scope));
  const assignments = prefix.flatMap((one) => (one.type === 'Assignment' ? [readAssignment(one, scope, reading)] : []));
  for (const one of suffix) if (one.type === 'Assignment') readAssignment(one, scope, reading);
  for (const one of given) checkRedirection(one, scope, reading);
  const input = inputOf(redirects);
  const script = typeof input === 'object' ? undefined : scope.script;
  const within = { ...scope, stdin: input ?? scope.stdin, script, isInputOwn: input !== undefined };
  const span = scope.span(command.pos, command.end);
  const written = prefix.length === 0 && !reading.functions.has(name?.text ?? '') && textWritten(words, redirects);
  const outcome = start({ words, redirects, assignments, scope: within, span, places, lookup: 'shell' }, reading);
  readExpansions(nodes, scope, places, reading);
  reading.written = written ? { ...written, by: command } : undefined;
  if (words.length === 0 && redirects.length === 0)
    for (const one of prefix) if (one.type === 'Assignment' && isCertain(one, scope)) scope.certain.add(one.name);
  return outcome;
}

/** True for `X=value`; a calculation may fail, and bash continues in the next line. */
function isCertain(one: AssignmentPrefix, scope: Scope): boolean {
  if (one.append || one.index || one.value.type === 'ArrayValue') return false;
  return !readValue(one.value, scope).unknown || !/\$[[{]|\$\(\(/.test(one.value.text);
}

function readAssignment(one: AssignmentPrefix, scope: Scope, reading: Reading): LineAssignment {
  const span = scope.span(one.pos, one.end);
  if (one.index) readCalculated(one.index, scope, reading);
  if (one.value.type === 'ArrayValue') {
    if (scope.dialect === 'sh') report(reading, 'UNREAD', 'Only bash knows arrays.', span);
    checkAssignment(one.name, undefined, span, reading);
    for (const element of one.value.elements) {
      if (element.text.startsWith('[')) readCalculated(element, scope, reading, true);
      for (const word of readWord(element, scope)) checkAssignment(one.name, word, span, reading);
    }
    return { name: one.name };
  }
  const value = readValue(one.value, scope);
  scope.made.delete(one.name);
  checkAssignment(one.name, one.append ? undefined : value, span, reading);
  if (one.append) noteCopy(one.name, value, reading);
  if (one.append && !(value.unknown && value.number)) reading.anyText.add(one.name);
  if (one.append && !value.unknown) checkAssignment('', value, span, reading);
  return { name: one.name, value };
}

/** Reads a redirect; its substitutions are read elsewhere. */
export function readRedirect(one: Redirection, scope: Scope): Redirect {
  const { descriptor } = one;
  // Bash gives a descriptor of 10 or more to `{name}>file`.
  const fd = descriptor && (descriptor.type === 'FileDescriptor' ? descriptor.value : 10);
  if (one.type === 'HereDoc') return { operator: '<<', fd, target: readHereDoc(one, scope) };
  if (one.type === 'HereString')
    return { operator: '<<<', fd, target: one.target ? readValue(one.target, scope) : { text: '' } };
  const target = readTarget(one.target, scope);
  const isFile = one.operator === '>&' && (fd ?? 1) === 1 && (target.unknown || !/^\d*-?$/.test(target.text));
  return isFile ? { operator: '&>', target } : { operator: one.operator, fd, target };
}

/** Reports effects of a redirect other than those on its file. */
export function checkRedirection({ descriptor, pos, end, ...one }: Redirection, scope: Scope, reading: Reading): void {
  const target = 'target' in one ? one.target?.text : undefined;
  if (target?.startsWith('!') && one.operator.includes('>'))
    report(
      reading,
      'OTHER_SHELL',
      `zsh reads ${one.operator}! as a redirect that replaces a file.`,
      scope.span(pos, end),
    );
  if (descriptor?.type !== 'FileDescriptorVariable') return;
  const span = scope.span(descriptor.pos, descriptor.end);
  checkAssignment(descriptor.name, undefined, span, reading);
  noteNames(/\[.*/s.exec(descriptor.name)?.[0] ?? '', span, scope, reading);
}

/** Finds the programs that a command starts, through wrappers, builtins and functions. */
function start(one: Start, reading: Reading): Ending {
  const { words, scope, span, places, lookup } = one;
  const [first] = words;
  if (!first) {
    if (one.redirects.length > 0 || one.assignments.length > 0) addPart(one, 'nothing', reading);
    return stays(places);
  }
  if (first.unknown) {
    report(reading, 'UNKNOWN_PROGRAM', `The program ${first.text} is not known before the line runs.`, span);
    addPart(one, 'program', reading);
    return stays(UNKNOWN_PLACES);
  }
  const name = first.text;
  const mayBeFunction = lookup === 'shell' && reading.functions.has(name);
  if (mayBeFunction && scope.functions.has(name)) return callFunction(one, reading);
  if (mayBeFunction && scope.isFunction) reportRecursion(name, span, reading);
  const kind = lookup === 'program' ? undefined : builtinOf(name);
  if (kind === undefined) {
    if (lookup !== 'builtin') startProgram(one, reading);
    else addPart(one, 'builtin', reading);
    return stays(mayBeFunction && reading.functionsMove ? UNKNOWN_PLACES : places);
  }
  const outcome = kind === 'starts' ? runStarter(name, one, reading) : runBuiltin(kind, name, one, reading);
  return mayBeFunction ? stays(UNKNOWN_PLACES) : outcome;
}

/** `exec`, `command` and `builtin` start the command in their arguments. */
function runStarter(name: string, one: Start, reading: Reading): Ending {
  const { args, isSure } = takeOptions(name, one.words.slice(1));
  if (!isSure || one.scope.through.length > 40) {
    report(reading, 'UNREAD', `The options of ${name} are not known.`, one.span);
    addPart(one, 'builtin', reading);
    return stays(UNKNOWN_PLACES);
  }
  if (args === undefined || args.length === 0) {
    addPart(one, 'builtin', reading);
    const input = name === 'exec' ? inputOf(one.redirects) : undefined;
    if (input !== undefined && input !== 'none')
      report(reading, 'UNREAD', 'exec gives everything after it another input.', one.span);
    return stays(one.places);
  }
  const lookup = name === 'exec' ? 'program' : name === 'builtin' ? 'builtin' : 'command';
  const scope = { ...one.scope, through: [...one.scope.through, name] };
  return start({ ...one, words: args, scope, lookup }, reading);
}

/** The command after the options; undefined if `command -v` only looks it up. */
function takeOptions(
  name: string,
  words: readonly Word[],
): { readonly args?: readonly Word[]; readonly isSure: boolean } {
  for (let at = 0; at < words.length; at++) {
    const word = words[at];
    if (!word) break;
    if (word.unknown)
      return word.prefix === '' || word.prefix.startsWith('-')
        ? { isSure: false }
        : { args: words.slice(at), isSure: true };
    if (word.text === '--') return { args: words.slice(at + 1), isSure: true };
    if (!/^-./.test(word.text)) return { args: words.slice(at), isSure: true };
    if (name === 'command' && /^-p*[vV][pvV]*$/.test(word.text)) return { isSure: true };
    if (!(name === 'exec' ? /^-[cl]+$/ : name === 'command' ? /^-p+$/ : /^$/).test(word.text)) return { isSure: false };
  }
  return { args: [], isSure: true };
}

/** `:(){ :|:& };:` starts processes until the machine stops responding. */
export function reportRecursion(name: string, span: Span, reading: Reading): void {
  report(reading, 'UNREAD', `The function ${name} may call itself without end.`, span);
}

function callFunction(one: Start, reading: Reading): Ending {
  addPart(one, 'function', reading);
  for (const word of one.words.slice(1)) noteCopy('@', word, reading);
  reading.handedOn.push(...one.assignments);
  return stays(reading.functionsMove ? UNKNOWN_PLACES : one.places);
}

function startProgram(given: Start, reading: Reading): void {
  const fed = withWrittenText(given);
  const input: Partial<Scope> = fed?.stdin ? { stdin: fed.stdin, isInputOwn: true } : {};
  const one = fed ? { ...given, words: fed.words, scope: { ...given.scope, ...input, given: fed.given } } : given;
  const { pipe, isInputOwn, feeder } = one.scope;
  // Of a text for several commands nobody knows which part each of them gets.
  const stdin = typeof one.scope.stdin === 'object' && isInputOwn !== true ? 'file' : one.scope.stdin;
  const known = unwrap(one.words, {
    stdin,
    isOwn: isInputOwn === true,
    input: stdin === 'pipe' ? pipe : undefined,
    list: listIn(one.scope),
  });
  // A program of another place is not the wrapper that it is called like.
  const isOther = known !== undefined && isForeign(one.words[0]?.text ?? '');
  const found = isOther ? { ...known, keepsOuter: true } : known;
  if (!found) {
    addPart(one, 'program', reading);
    return;
  }
  let runsInput: string | undefined;
  for (const issue of found.issues) {
    const message = issue.isInput && stdin === 'pipe' ? fedTo(found.name, feeder, issue.message) : issue.message;
    if (issue.isInput) runsInput = message;
    report(reading, issue.code, message, one.span, found.snippet);
  }
  const { parts, issues } = reading;
  let before = parts.length + issues.length;
  for (const { name, value } of found.assignments ?? []) checkAssignment(name, value, one.span, reading);
  reading.handedOn.push(...one.assignments, ...(found.assignments ?? []));
  if (found.keepsOuter || found.inner.length === 0) {
    const isOpened = found.issues.length === 0 && found.inner.length > 0 && found.inner.every(isRead);
    const isRunner = isOpened && found.runner !== undefined && found.runner.otherwise !== 'nothing';
    const enters = isOpened ? containerOf(found.inner[0]) : undefined;
    const innerFrom = isRunner || enters ? one.words.length - (found.took ?? 0) : undefined;
    const opened = { isOpened, innerFrom, enters, runsInput };
    const scope = { ...one.scope, added: addedBy(found, one.scope) };
    addPart({ ...one, words: found.outer ?? one.words, snippet: found.snippet, scope }, 'program', reading, opened);
  }
  // Redirects and assignments belong to the first command that runs with them.
  const isFirstCommand = !found.keepsOuter && found.inner[0] !== undefined && 'words' in found.inner[0];
  const redirects = [...one.redirects, ...(found.reads ?? []).map((target) => ({ operator: '<', target }) as const)];
  const assignments = [...one.assignments, ...(found.assignments ?? [])];
  if (!found.keepsOuter && !isFirstCommand && redirects.length + assignments.length > 0 && found.inner.length > 0) {
    addPart({ ...one, assignments, words: [] }, 'nothing', reading);
    before += 1;
  }
  if (!found.keepsOuter && !isFirstCommand)
    for (const word of one.words) if (word.unknown) notePrinted(word.shows, 'traced', one.scope, one.span, reading);
  found.inner.forEach((inner, at) => {
    const carried = at === 0 && isFirstCommand ? { redirects, assignments } : { redirects: [], assignments: [] };
    startInner(inner, found, { ...one, ...carried }, reading);
  });
  if (parts.length + issues.length === before) addPart(one, 'program', reading);
}

const DOWNLOADS = /^(?:curl|wget|wget2|aria2c|fetch|https?|xh|lwp-download)$/;

/** The sentence about a program that runs what another one writes into a pipe. */
function fedTo(name: string, feeder: string | undefined, otherwise: string): string {
  if (feeder === undefined) return otherwise;
  const from = programName(feeder);
  return `${name} runs what ${from} ${DOWNLOADS.test(from) ? 'downloads' : 'prints'}.`;
}

/** True for commands whose effects belong to parts of the line. */
function isRead(inner: Inner): boolean {
  return (
    inner.remote !== 'machine' && ('words' in inner || (inner.dialect !== 'other' && inner.script.unknown !== true))
  );
}

function containerOf(inner: Inner | undefined): LinePart['remote'] {
  return inner?.remote === 'machine' ? undefined : inner?.remote;
}

function addedBy(found: Unwrapped, scope: Scope): Scope['added'] {
  const added = mergeEffects(scope.added, found.added);
  return Object.keys(added).length > 0 ? added : undefined;
}

/** A program of a runner finds others among the installed programs first. */
function inherited(runner: Runner | undefined): Runner | undefined {
  return runner && { ...runner, package: undefined, otherwise: runner.otherwise === 'nothing' ? 'nothing' : 'path' };
}

function startInner(inner: Inner, found: Unwrapped, outer: Start, reading: Reading): void {
  const scope: Scope = {
    ...outer.scope,
    // A shell traces what it starts, and a script only by its own options.
    isTraced: 'script' in inner ? inner.isTraced : outer.scope.isTraced,
    through: [...outer.scope.through, found.name],
    added: addedBy(found, outer.scope),
    runner: inner.remote ? undefined : (found.runner ?? inherited(outer.scope.runner)),
    // A container of which little is known holds no better one.
    remote: outer.scope.remote === 'container' ? 'container' : (containerOf(inner) ?? outer.scope.remote),
    functions: new Set(),
    certain: new Set(),
    bound: new Map(),
    made: new Set(),
  };
  const before = containerOf(inner) ? [{ words: [IN_CONTAINER] }] : inner.remote ? UNKNOWN_PLACES : outer.places;
  const places = found.directory ? moveTo(before, found.directory) : before;
  if (scope.through.length > 40) {
    report(reading, 'TOO_LARGE', 'Wrappers start wrappers, more than 40 deep.', outer.span);
    return;
  }
  if ('words' in inner) {
    start({ ...outer, words: inner.words, scope, places, lookup: 'program' }, reading);
    return;
  }
  const { script, dialect } = inner;
  if (script.unknown || dialect === 'other') {
    const why = script.unknown ? 'runs code that is not known before the line runs' : 'runs code that is not read here';
    report(reading, 'UNKNOWN_CODE', `${found.name} ${why}.`, outer.span);
    return;
  }
  for (const word of inner.args ?? []) noteCopy('@', word, reading);
  const from = script === outer.scope.stdin ? 'heredoc' : 'script';
  const isInput = from === 'heredoc';
  // The depth of its statements.
  const read = isInput ? { depth: scope.depth + 1, rest: { of: 'script', text: script.text } as const } : scope.script;
  const within: Scope = { ...scope, dialect, from, stdin: isInput ? 'none' : scope.stdin, script: read };
  runKnownText(script.text, within, outer.span, places, reading);
}
