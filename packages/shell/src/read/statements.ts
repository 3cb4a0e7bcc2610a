import type {
  ArithmeticCommand,
  ArithmeticFor,
  Case,
  CommandNode,
  CompoundList,
  For,
  Pipeline,
  PipelineNode,
  Redirected,
  Select,
  Statement,
  While,
  Word as ParsedWord,
} from 'unbash';
import { isListed } from '../line/listings.ts';
import type { KnownWord, LinePart, ShownVariable, Word } from '../line/types.ts';
import { checkAssignment, checkName } from './assignments.ts';
import { hasMeaning, meaningOfPipe } from './command-output.ts';
import { checkRedirection, readCommand, readRedirect, reportRecursion } from './commands.ts';
import { readArithmetic, readExpansions, readTest, shorten } from './expansions.ts';
import { addPart, inputOf } from './parts.ts';
import {
  displace,
  joinPlaces,
  MAX_DEPTH,
  MAX_PARTS,
  notePrinted,
  type Ending,
  type Places,
  type Reading,
  report,
  samePlaces,
  type Scope,
  stays,
  UNKNOWN_PLACES,
  withLines,
  withoutWay,
  withRest,
} from './reading.ts';
import { linesFor, perLine } from './loop-lines.ts';
import { hasOnly } from './variable-values.ts';
import { listIn, readWord, shownVariables } from './words.ts';
import { writtenBy } from './written-texts.ts';

export function readStatements(
  statements: readonly Statement[],
  scope: Scope,
  places: Places,
  reading: Reading,
): Ending {
  let outcome = stays(places);
  let isErrorFatal = false;
  for (const [at, statement] of statements.entries()) {
    if (reading.parts.length >= MAX_PARTS) break;
    const from = joinPlaces(outcome.success, outcome.failure);
    const own = withRest(statement.end, scope);
    if (!statement.background) {
      const next = assignedBy(statements.slice(at + 1, at + 1 + MAX_NEXT).map(({ command }) => command));
      const written = at > 0 ? writtenBy(statements[at - 1], false, reading) : scope.written;
      outcome = readNode(statement.command, { ...own, next, written }, from, reading);
      const text = scope.source.slice(statement.pos, statement.end);
      if (/\bset\b|errexit/.test(text)) isErrorFatal = scope.depth === 0 && SETS_E.test(text);
      if (isErrorFatal) for (const name of assignedNames(statement.command) ?? []) scope.made.add(name);
      continue;
    }
    readNode(statement.command, { ...inSubshell(own), background: true }, from, reading);
    outcome = stays(from);
  }
  return outcome;
}

const MAX_NEXT = 4;

/** `set -e`, after which the shell ends where an assignment fails. */
const SETS_E = /^set -[eux]*e[ux]*(?:o pipefail)?[\s;]*$/;

/** The variables that commands assign before another one runs. */
function assignedBy(commands: readonly Statement['command'][]): readonly string[] {
  const names: string[] = [];
  for (const command of commands) {
    const [first] = command.type === 'AndOr' ? command.commands : [command];
    const own = first && assignedNames(first);
    if (own === undefined) break;
    names.push(...own);
    if (command.type === 'AndOr') break;
  }
  return names;
}

/** The names in a command that only assigns. */
function assignedNames(command: Statement['command']): readonly string[] | undefined {
  if (command.type !== 'Command' || command.name || command.redirects.length > 0) return undefined;
  return command.prefix.flatMap((one) => (one.type === 'Assignment' ? [one.name] : []));
}

function inSubshell(scope: Scope): Scope {
  return {
    ...scope,
    functions: new Set(scope.functions),
    certain: new Set(scope.certain),
    made: new Set(scope.made),
  };
}

function readList(list: CompoundList, scope: Scope, places: Places, reading: Reading): Ending {
  return readStatements(list.commands, scope, places, reading);
}

/** Reads a list that may not run: its definitions are uncertain afterwards. */
function readBranch(list: CompoundList, scope: Scope, places: Places, reading: Reading): Ending {
  return readList(list, inSubshell(scope), places, reading);
}

function readNode(node: Statement['command'] | CompoundList, outer: Scope, places: Places, reading: Reading): Ending {
  const { listings } = reading;
  const outcome = readOne(node, outer, places, reading);
  if (reading.listings > listings && node.type !== 'AndOr' && node.type !== 'CompoundList') {
    // A function runs anywhere in the line.
    const isAnytime = node.type === 'Function' || outer.background || outer.isFunction;
    const end = isAnytime ? Number.POSITIVE_INFINITY : outer.span(node.pos, node.end).end;
    reading.listedUntil = Math.max(reading.listedUntil, end);
  }
  return outcome;
}

function readOne(node: Statement['command'] | CompoundList, outer: Scope, places: Places, reading: Reading): Ending {
  if (outer.depth > MAX_DEPTH) {
    report(reading, 'TOO_LARGE', `The line is nested more than ${MAX_DEPTH} deep.`, outer.span(node.pos, node.end));
    return stays(UNKNOWN_PLACES);
  }
  // In a loop, another command may change the file before the second time.
  const written = /^(?:Command|Pipeline|AndOr)$/.test(node.type) ? outer.written : undefined;
  const scope = { ...outer, depth: outer.depth + 1, places, written };
  switch (node.type) {
    case 'Command':
      return readCommand(node, scope, places, reading);
    case 'AndOr':
      return readAndOr(node, scope, places, reading);
    case 'Pipeline':
      return readPipeline(node, scope, places, reading);
    case 'CompoundList':
      return readList(node, scope, places, reading);
    case 'BraceGroup':
      return readList(node.body, scope, places, reading);
    case 'Subshell':
      readList(node.body, inSubshell(scope), places, reading);
      return stays(places);
    case 'Redirected':
      return readRedirected(node, scope, places, reading);
    case 'If':
      return readIf(node, scope, places, reading);
    case 'While':
      return readWhile(node, scope, places, reading);
    case 'For':
    case 'Select':
      return readFor(node, scope, places, reading);
    case 'ArithmeticFor':
      return readArithmeticFor(node, scope, places, reading);
    case 'Case':
      return readCase(node, scope, places, reading);
    case 'TestCommand':
      onlyBash('[[', node, scope, reading);
      readExpansions([node], scope, places, reading, true);
      readTest(node.expression, scope, reading);
      return stays(places);
    case 'ArithmeticCommand':
      readCalculation(node, scope, places, reading);
      return stays(places);
    case 'Function':
      return readFunction(node, scope, places, reading);
    case 'Coproc':
      onlyBash('coproc', node, scope, reading);
      if (node.name) checkAssignment(node.name.value, undefined, scope.span(node.name.pos, node.name.end), reading);
      readNode(node.body, { ...inSubshell(scope), background: true, stdin: 'pipe', pipe: undefined }, places, reading);
      return stays(places);
  }
}

function readWhile(node: While, scope: Scope, places: Places, reading: Reading): Ending {
  const lines = linesFor(node, scope);
  if (lines) return readLines(node, lines, scope, places, reading);
  const name = perLine(node, scope);
  return readLoop(places, reading, (from) => {
    const clause = after(readList(node.clause, { ...scope, isPerLine: name !== undefined }, from, reading));
    const inside = inSubshell(name === undefined ? scope : withLines(name, scope));
    if (name !== undefined) inside.certain.add(name);
    return joinPlaces(clause, after(readList(node.body, inside, clause, reading)));
  });
}

/** Reads `while read -r A B; do …; done <<'END'` by the variables of each line. Behind the last one they are empty. */
function readLines(
  node: While,
  lines: readonly ReadonlyMap<string, KnownWord>[],
  scope: Scope,
  places: Places,
  reading: Reading,
): Ending {
  const [first = new Map<string, KnownWord>()] = lines;
  const names = [...first.keys()];
  const valuesFor = (name: string): readonly Word[] => [EMPTY, ...lines.flatMap((line) => line.get(name) ?? [])];
  const clause = after(readList(node.clause, { ...inSubshell(scope), isPerLine: 'known' }, places, reading));
  for (const name of names)
    for (const value of valuesFor(name)) checkAssignment(name, value, scope.span(node.pos, node.end), reading);
  for (const name of names) scope.made.delete(name);
  const inside = inSubshell(withLines(names.join(), scope));
  for (const name of names) inside.certain.add(name);
  const rounds = scope.rounds * lines.length;
  const isBound = rounds <= MAX_ROUNDS && names.every((name) => hasOnly(name, valuesFor(name), inside));
  if (isBound) return readRounds(node, lines, { ...inside, rounds }, clause, reading);
  return readLoop(clause, reading, (from) => after(readList(node.body, inside, from, reading)));
}

const EMPTY: KnownWord = { text: '' };

function readArithmeticFor(node: ArithmeticFor, scope: Scope, places: Places, reading: Reading): Ending {
  onlyBash('for ((', node, scope, reading);
  for (const one of [node.initialize, node.test, node.update]) {
    if (!one) continue;
    readExpansions([one], scope, places, reading);
    readArithmetic(one, scope, reading);
  }
  return readLoop(places, reading, (from) => after(readBranch(node.body, scope, from, reading)));
}

function readCalculation(node: ArithmeticCommand, scope: Scope, places: Places, reading: Reading): void {
  onlyBash('((', node, scope, reading);
  // Two arguments without an operator: bash refuses them, and zsh runs them as commands in a subshell.
  const isNone = /[\w)\]}"']\s+(?:[A-Za-z_~."']|\/[A-Za-z])/.test(node.body);
  if (node.expression && !isNone) {
    readExpansions([node.expression], scope, places, reading);
    readArithmetic(node.expression, scope, reading);
  } else if (node.body.trim() !== '') {
    const message = `The calculation ${shorten(node.body)} is not understood.`;
    report(reading, 'UNREAD', message, scope.span(node.pos, node.end));
  }
}

function after({ success, failure }: Ending): Places {
  return joinPlaces(success, failure);
}

function onlyBash(
  word: string,
  node: { readonly pos: number; readonly end: number },
  scope: Scope,
  reading: Reading,
): void {
  if (scope.dialect === 'sh')
    report(
      reading,
      'UNREAD',
      `Only bash knows ${word}; another sh starts a program or a subshell.`,
      scope.span(node.pos, node.end),
    );
}

function readAndOr(
  node: Extract<PipelineNode | Statement['command'], { type: 'AndOr' }>,
  scope: Scope,
  places: Places,
  reading: Reading,
): Ending {
  let outcome = stays(places);
  // Facts from the commands that ran before in a chain of `&&`.
  let inside = scope;
  node.commands.forEach((command, at) => {
    const operator = node.operators[at - 1];
    const behind = assignedBy(node.commands.slice(at + 1, at + 2));
    if (operator === undefined) {
      outcome = readNode(command, { ...scope, next: node.commands.length > 1 ? behind : scope.next }, places, reading);
      return;
    }
    const from = operator === '&&' ? outcome.success : outcome.failure;
    const before = node.commands[at - 1];
    const written = operator === '&&' ? writtenBy(before, true, reading) : undefined;
    inside = { ...inSubshell(operator === '&&' ? inside : scope), next: behind, written };
    const assigned = (before && assignedNames(before)) ?? [];
    if (operator === '&&') for (const name of assigned) inside.made.add(name);
    const next = readNode(command, inside, from, reading);
    // `x=$(mktemp) || exit`.
    const isLeft = next.success.length === 0 && next.failure.length === 0 && from.length > 0;
    if (operator === '||' && at === 1 && isLeft) for (const name of assigned) scope.made.add(name);
    const skipped = operator === '&&' ? outcome.failure : outcome.success;
    outcome =
      operator === '&&'
        ? { success: next.success, failure: joinPlaces(skipped, next.failure) }
        : { success: joinPlaces(skipped, next.success), failure: next.failure };
  });
  return outcome;
}

function readPipeline(node: Pipeline, scope: Scope, places: Places, reading: Reading): Ending {
  const isNegated = node.prefixes.filter(({ type }) => type === 'Negation').length % 2 === 1;
  const isTimed = scope.dialect === 'sh' && node.prefixes.some(({ type }) => type === 'Time');
  const timed = isTimed ? { ...scope, through: [...scope.through, 'time'] } : scope;
  const [only, ...others] = node.commands;
  if (only && others.length === 0) {
    const { success, failure } = readNode(only, timed, places, reading);
    return isNegated ? { success: failure, failure: success } : { success, failure };
  }
  let isPipeFixed = false;
  let feeder: string | undefined;
  node.commands.forEach((command, at) => {
    const before = reading.parts.length;
    const earlier = node.commands.slice(0, at);
    const pipe = at > 0 ? meaningOfPipe(earlier, (word) => readWord(word, scope), listIn(scope)) : scope.pipe;
    const from: Partial<Scope> = at > 0 ? { stdin: 'pipe', script: undefined, isPipeFixed, pipe, feeder } : {};
    readNode(command, { ...inSubshell(timed), ...from }, places, reading);
    feeder = command.type === 'Command' ? reading.parts.slice(before).at(-1)?.program : undefined;
    const [part, ...others] = reading.parts.slice(before);
    isPipeFixed = part !== undefined && others.length === 0 && printsItself(part);
  });
  return stays(places);
}

function printsItself({ kind, program, words }: LinePart): boolean {
  return kind === 'builtin' && /^(?:echo|printf|true|:)$/.test(program ?? '') && !words.some(({ unknown }) => unknown);
}

function readRedirected(node: Redirected, scope: Scope, places: Places, reading: Reading): Ending {
  readExpansions(node.redirects, scope, places, reading);
  for (const one of node.redirects) checkRedirection(one, scope, reading);
  const redirects = node.redirects.map((one) => readRedirect(one, scope));
  const span = scope.span(node.pos, node.end);
  addPart({ words: [], redirects, assignments: [], scope, span, places, lookup: 'shell' }, 'nothing', reading);
  const input = inputOf(redirects);
  // Its own part is judged by where the file is.
  const script = input === undefined || redirects.some(({ operator }) => operator === '<&') ? scope.script : undefined;
  const { success, failure } = readNode(
    node.command,
    { ...scope, stdin: input ?? scope.stdin, script },
    places,
    reading,
  );
  return { success, failure: joinPlaces(failure, places) };
}

function readIf(node: Extract<CommandNode, { type: 'If' }>, scope: Scope, places: Places, reading: Reading): Ending {
  const clause = readList(node.clause, scope, places, reading);
  const inside = inSubshell(scope);
  const last = node.clause.commands.at(-1);
  for (const name of (last && assignedNames(last.command)) ?? []) inside.made.add(name);
  const ends = [after(readBranch(node.then, inside, clause.success, reading))];
  let from = clause.failure;
  for (const branch of node.elif) {
    const next = readBranch(branch.clause, scope, from, reading);
    ends.push(after(readBranch(branch.then, scope, next.success, reading)));
    from = next.failure;
  }
  ends.push(node.else ? after(readBranch(node.else, scope, from, reading)) : from);
  return stays(joinPlaces(...ends));
}

/** Reads a loop once; if it changes the directory, its second iteration runs in an unknown place. */
function readLoop(places: Places, reading: Reading, read: (from: Places) => Places): Ending {
  const first = reading.parts.length;
  const functionsMoved = reading.functionsMove;
  const ends = read(withoutWay(places));
  if (samePlaces(joinPlaces(places, ends), places) && reading.functionsMove === functionsMoved) return stays(places);
  displace(reading, first);
  return stays(UNKNOWN_PLACES);
}

function readFor(node: For | Select, scope: Scope, places: Places, reading: Reading): Ending {
  const list = node.wordlist ?? [];
  readExpansions(list, scope, places, reading);
  const span = scope.span(node.name.pos, node.name.end);
  if (node.type === 'Select') {
    onlyBash('select', node, scope, reading);
    if (scope.script) report(reading, 'UNREAD', 'select reads the rest of the script.', span);
    const listed = node.wordlist ? list.flatMap((word) => shownVariables(word, scope) ?? []) : ARGUMENTS;
    notePrinted(listed, 'always', scope, span, reading);
  }
  const name = node.name.value;
  const values = list
    .flatMap((word) => (isCounter(word) ? [COUNTER] : readWord(word, scope)))
    // Each of several numbers of processes, or names of files.
    .map((value) => (isEach(value) ? { ...value, many: false } : value));
  for (const value of values) checkAssignment(name, value, span, reading);
  // An answer to `select` that is no number makes it empty.
  if (!node.wordlist || node.type === 'Select') checkName({ text: name }, reading, span);
  const inside = inSubshell(scope);
  inside.certain.add(name);
  inside.made.delete(name);
  const rounds = scope.rounds * values.length;
  if (rounds <= MAX_ROUNDS && node.wordlist && node.type === 'For' && hasOnly(name, values, inside))
    return readRounds(
      node,
      values.map((value) => new Map([[name, value]])),
      { ...inside, rounds },
      places,
      reading,
    );
  return readLoop(places, reading, (from) => after(readBranch(node.body, inside, from, reading)));
}

/** Most readings of a command for the words of the loops around it. */
const MAX_ROUNDS = 12;

/** Reads a loop once for each of its words, or of the lines that it reads. */
function readRounds(
  node: For | Select | While,
  rounds: readonly ReadonlyMap<string, Word>[],
  scope: Scope,
  places: Places,
  reading: Reading,
): Ending {
  const first = reading.parts.length;
  const functionsMoved = reading.functionsMove;
  let from = places;
  for (const round of rounds) {
    if (from.length === 0) break;
    const bound = new Map([...scope.bound, ...round]);
    from = after(readBranch(node.body, { ...scope, bound }, from, reading));
  }
  // A command in it may read lines, too.
  const isLeft = node.type === 'While' || /\b(?:break|continue)\b/.test(scope.source.slice(node.pos, node.end));
  if ((!isLeft || samePlaces(from, places)) && reading.functionsMove === functionsMoved) return stays(from);
  displace(reading, first);
  return stays(UNKNOWN_PLACES);
}

function isEach(value: Word): boolean {
  return (
    value.unknown === true &&
    (value.ends !== undefined || value.reason === 'glob' || value.plain === 'hex' || isListed(value))
  );
}

const ARGUMENTS: readonly ShownVariable[] = [{ name: '@', isOwn: true }];

const COUNTER: Word = { unknown: true, text: '', reason: 'arithmetic', prefix: '', many: false, number: 'digits' };

/** `{1..500}`, which is too long to write out. */
function isCounter({ text }: ParsedWord): boolean {
  return /^\{\d+\.\.\d+\}$/.test(text);
}

function readCase(node: Case, scope: Scope, places: Places, reading: Reading): Ending {
  readExpansions([node.word, ...node.items.flatMap(({ pattern }) => pattern)], scope, places, reading, true);
  let falling: Places = [];
  const ends = node.items.map((item) => {
    const end = after(readBranch(item.body, scope, joinPlaces(places, falling), reading));
    falling = item.terminator === ';&' || item.terminator === ';;&' ? joinPlaces(falling, end) : [];
    return end;
  });
  return stays(joinPlaces(places, ...ends));
}

function readFunction(
  node: Extract<CommandNode, { type: 'Function' }>,
  scope: Scope,
  places: Places,
  reading: Reading,
): Ending {
  if (/^function\s/.test(scope.source.slice(node.pos, node.pos + 9))) onlyBash('function', node, scope, reading);
  const name = node.name.value;
  reading.functions.add(name);
  if (hasMeaning(name))
    report(
      reading,
      'UNKNOWN_CODE',
      `A function replaces ${name}, so its output is unknown.`,
      scope.span(node.pos, node.end),
    );
  const isAwaited = reading.parts.some(({ program }, at) => program === name && reading.insideFunctions.has(at));
  if (isAwaited) reportRecursion(name, scope.span(node.pos, node.end), reading);
  const before = reading.hasMoved;
  reading.hasMoved = false;
  // Its arguments may be anything when it is called.
  const inside: Scope = {
    ...inSubshell(scope),
    made: new Set(),
    bound: new Map(),
    isFunction: true,
    stdin: 'pipe',
    pipe: undefined,
  };
  inside.functions.delete(name);
  readNode(node.body, inside, withoutWay(places), reading);
  reading.functionsMove ||= reading.hasMoved;
  reading.hasMoved ||= before;
  // Bash refuses names with quotes and expansions.
  if (/^[A-Za-z_][\w.:-]*$/.test(node.name.text)) scope.functions.add(name);
  return stays(places);
}
