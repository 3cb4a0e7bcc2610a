import { mergeEffects } from '@atip/core';
import type { AssignmentPrefix, Command, Redirection, SyntaxNode } from 'unbash';
import { builtinOf } from './builtins.ts';
import { runBuiltin } from './run-builtin.ts';
import { readCode } from './code.ts';
import { checkSplitting } from './disagreements.ts';
import { readCalculated, readExpansions } from './expansions.ts';
import {
  MAX_PARTS,
  moveTo,
  type Outcome,
  placed,
  type Places,
  type Reading,
  report,
  type Scope,
  type Span,
  stays,
  UNKNOWN_PLACES,
} from './reading.ts';
import type { LineAssignment, LinePart, Redirect, Word } from './types.ts';
import { checkAssignment, noteNames } from './variables.ts';
import { assignmentWord, readHereDoc, readTarget, readValue, readWord } from './words.ts';
import { type Inner, unwrap, type Unwrapped } from './wrappers.ts';

/** A command on its way to the program that it starts. */
export interface Start {
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
  readonly assignments: readonly LineAssignment[];
  readonly scope: Scope;
  readonly span: Span;
  readonly places: Places;
  /** `shell`: functions, then builtins, then programs. `command`: no functions. `builtin`: nothing else. `program`: a wrapper starts it. */
  readonly lookup: 'shell' | 'command' | 'builtin' | 'program';
}

/** Reads a simple command: its words, assignments and redirects, then what it starts. */
export function readCommand(command: Command, scope: Scope, places: Places, reading: Reading): Outcome {
  const { name, prefix, suffix } = command;
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
  const redirects = command.redirects.map((one) => readRedirect(one, scope));
  const assignments = prefix.flatMap((one) => (one.type === 'Assignment' ? [readAssignment(one, scope, reading)] : []));
  for (const one of suffix) if (one.type === 'Assignment') readAssignment(one, scope, reading);
  for (const one of command.redirects) checkRedirection(one, scope, reading);
  const within = { ...scope, stdin: inputOf(redirects) ?? scope.stdin };
  const span = scope.span(command.pos, command.end);
  const outcome = start({ words, redirects, assignments, scope: within, span, places, lookup: 'shell' }, reading);
  readExpansions(nodes, scope, places, reading);
  if (words.length === 0 && redirects.length === 0)
    for (const one of prefix) if (one.type === 'Assignment' && isCertain(one, scope)) scope.certain.add(one.name);
  return outcome;
}

/** True for `X=value`; a calculation may fail, and bash goes on in the next line. */
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
      if (element.text.startsWith('[')) readCalculated(element, scope, reading);
      for (const word of readWord(element, scope)) checkAssignment(one.name, word, span, reading);
    }
    return { name: one.name };
  }
  const value = readValue(one.value, scope);
  checkAssignment(one.name, one.append ? undefined : value, span, reading);
  if (one.append && !(value.unknown && value.number)) reading.anyText.add(one.name);
  if (one.append && !value.unknown) checkAssignment('', value, span, reading);
  return { name: one.name, value };
}

/** Reads a redirect; its substitutions are read elsewhere. */
export function readRedirect(one: Redirection, scope: Scope): Redirect {
  const { descriptor } = one;
  // Bash gives a descriptor of 10 or more to `{name}>file`.
  const fd = descriptor && { fd: descriptor.type === 'FileDescriptor' ? descriptor.value : 10 };
  if (one.type === 'HereDoc') return { operator: '<<', ...fd, target: readHereDoc(one, scope) };
  if (one.type === 'HereString')
    return { operator: '<<<', ...fd, target: one.target ? readValue(one.target, scope) : { text: '' } };
  const target = readTarget(one.target, scope);
  const isFile = one.operator === '>&' && (fd?.fd ?? 1) === 1 && (target.unknown || !/^\d*-?$/.test(target.text));
  return { operator: isFile ? '&>' : one.operator, ...(!isFile && fd), target };
}

/** Reports what a redirect does beside the file that it names. */
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
  noteNames(/\[.*/s.exec(descriptor.name)?.[0] ?? '', span, reading);
}

/** Where redirects take standard input from; `undefined`: from where it came before. */
export function inputOf(redirects: readonly Redirect[]): Scope['stdin'] | undefined {
  const last = redirects.filter(({ operator, fd }) => operator.startsWith('<') && (fd ?? 0) === 0).at(-1);
  if (!last) return undefined;
  if (last.operator === '<<<')
    return last.target.unknown ? last.target : { ...last.target, text: `${last.target.text}\n` };
  if (last.operator === '<<') return last.target;
  return !last.target.unknown && last.target.text === '/dev/null' ? 'none' : 'file';
}

/** Finds what a command starts, through wrappers, builtins and functions. */
export function start(one: Start, reading: Reading): Outcome {
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
  const outcome = runBuiltin(kind, name, one, reading);
  return mayBeFunction ? stays(UNKNOWN_PLACES) : outcome;
}

/** `:(){ :|:& };:` starts processes until the machine stands still. */
export function reportRecursion(name: string, span: Span, reading: Reading): void {
  report(reading, 'UNREAD', `The function ${name} may call itself without end.`, span);
}

function callFunction(one: Start, reading: Reading): Outcome {
  addPart(one, 'function', reading);
  return stays(reading.functionsMove ? UNKNOWN_PLACES : one.places);
}

function startProgram(one: Start, reading: Reading): void {
  const found = unwrap(one.words, { stdin: one.scope.stdin });
  if (!found) {
    addPart(one, 'program', reading);
    return;
  }
  for (const { code, message } of found.issues) report(reading, code, message, one.span);
  const { parts, issues } = reading;
  let before = parts.length + issues.length;
  for (const { name, value } of found.assignments ?? []) checkAssignment(name, value, one.span, reading);
  if (found.keepsOuter || found.inner.length === 0) {
    const isOpened = found.issues.length === 0 && found.inner.length > 0 && found.inner.every(isRead);
    addPart({ ...one, scope: { ...one.scope, added: addedBy(found, one.scope) } }, 'program', reading, isOpened);
  }
  // Redirects and assignments belong to the first command that runs with them.
  const isFirstCommand = !found.keepsOuter && found.inner[0] !== undefined && 'words' in found.inner[0];
  const { redirects } = one;
  const assignments = [...one.assignments, ...(found.assignments ?? [])];
  if (!found.keepsOuter && !isFirstCommand && redirects.length + assignments.length > 0 && found.inner.length > 0) {
    addPart({ ...one, assignments, words: [] }, 'nothing', reading);
    before += 1;
  }
  found.inner.forEach((inner, at) => {
    const carried = at === 0 && isFirstCommand ? { redirects, assignments } : { redirects: [], assignments: [] };
    startInner(inner, found, { ...one, ...carried }, reading);
  });
  if (parts.length + issues.length === before) addPart(one, 'program', reading);
}

/** True for commands whose effects are those of parts of the line. */
function isRead(inner: Inner): boolean {
  return inner.remote !== true && ('words' in inner || (inner.dialect !== 'other' && inner.script.unknown !== true));
}

function addedBy(found: Unwrapped, scope: Scope): Scope['added'] {
  const added = mergeEffects(scope.added, found.added);
  return Object.keys(added).length > 0 ? added : undefined;
}

function startInner(inner: Inner, found: Unwrapped, outer: Start, reading: Reading): void {
  const scope: Scope = {
    ...outer.scope,
    through: [...outer.scope.through, found.name],
    added: addedBy(found, outer.scope),
    functions: new Set(),
    certain: new Set(),
  };
  const moved = found.directory ? moveTo(outer.places, found.directory) : outer.places;
  const places = inner.remote ? UNKNOWN_PLACES : moved;
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
  const from = script === outer.scope.stdin ? 'heredoc' : 'script';
  const within: Scope = { ...scope, dialect, from, ...(from === 'heredoc' && { stdin: 'none' }) };
  runKnownText(script.text, within, outer.span, places, reading);
}

/** Reads code that stands in a word: of `eval`, of `trap`, of `bash -c`. */
export function runKnownText(text: string, scope: Scope, span: Span, places: Places, reading: Reading): Outcome {
  return reading.runText(
    text,
    { ...scope, source: text, span: () => span, texts: scope.texts + 1, depth: scope.depth + 1 },
    places,
  );
}

/** Adds a command to the line. */
export function addPart(one: Start, kind: LinePart['kind'], reading: Reading, isOpened = false): void {
  const { words, scope, span, places, redirects, assignments } = one;
  if (reading.parts.length >= MAX_PARTS) return;
  const [first] = words;
  const program = first && !first.unknown ? first.text : undefined;
  const code = kind === 'program' ? readCode(words) : undefined;
  if (scope.isFunction) reading.insideFunctions.add(reading.parts.length);
  reading.parts.push({
    start: span.start,
    end: span.end,
    words,
    ...(program !== undefined && { program }),
    kind,
    through: scope.through,
    ...(scope.added && { added: scope.added }),
    redirects,
    assignments,
    background: scope.background,
    from: scope.from,
    ...(scope.stdin !== 'none' && { piped: true }),
    ...placed(places),
    ...(isOpened && { isOpened }),
    ...(code && { code }),
  });
  if (reading.parts.length === MAX_PARTS)
    report(reading, 'TOO_LARGE', `The line has more than ${MAX_PARTS} commands.`, span);
}
