import {
  forEachChild,
  type ArithmeticExpression,
  type ParameterExpansionPart,
  type SyntaxNode,
  type TestExpression,
  type Word as ParsedWord,
} from 'unbash';
import { checkAssignment, noteCopy, noteNames } from './assignments.ts';
import { isNumeric } from './command-output.ts';
import { checkRewritten } from './parser-differences.ts';
import { MAX_DEPTH, notePrinted, type Places, type Reading, report, type Scope } from './reading.ts';
import { noteValue } from './variable-values.ts';
import { namedBy, readValue, readWord, shownVariables } from './words.ts';

/**
 * Reads the commands inside words: substitutions at any depth, and variables that bash calculates with.
 *
 * Bash evaluates the *value* of a variable in arithmetic: `x='a[$(rm f)]'; echo $((x))` runs `rm`.
 *
 * @param isMatched true for patterns that are matched against a text, not against file names
 */
export function readExpansions(
  roots: readonly SyntaxNode[],
  scope: Scope,
  places: Places,
  reading: Reading,
  isMatched = false,
): void {
  const stack: SyntaxNode[] = [...roots].reverse();
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    switch (node.type) {
      case 'CommandExpansion':
      case 'ProcessSubstitution':
      case 'ArithmeticCommandExpansion':
        readSubstitution(node, scope, places, reading);
        continue;
      case 'ArithmeticExpansion':
        if (node.expression) readArithmetic(node.expression, scope, reading);
        else if (/[^\s$()[\]]/.test(node.text))
          unread(node, `The calculation ${shorten(node.text)} is not understood.`, scope, reading);
        break;
      case 'ParameterExpansion':
        readParameter(node, scope, reading);
        break;
      case 'ExtendedGlob':
        if (!isMatched)
          report(reading, 'OTHER_SHELL', `zsh may run code in ${shorten(node.text)}.`, scope.span(node.pos, node.end));
        break;
      case 'Word':
      case 'HereDocBody':
        readGaps(node, scope, reading);
        break;
    }
    const children: SyntaxNode[] = [];
    forEachChild(node, (child) => children.push(child));
    for (let child = children.pop(); child !== undefined; child = children.pop()) stack.push(child);
  }
}

type Substitution = Extract<
  SyntaxNode,
  { type: 'CommandExpansion' | 'ProcessSubstitution' | 'ArithmeticCommandExpansion' }
>;

function readSubstitution(node: Substitution, scope: Scope, places: Places, reading: Reading): void {
  const { text } = node;
  reading.nestedText -= text.length;
  if (reading.nestedText < 0 || scope.depth > MAX_DEPTH) {
    report(reading, 'TOO_LARGE', 'Commands are nested too deeply to be read.', scope.span(node.pos, node.end));
    return;
  }
  const { script } = node;
  // The pattern of `${X//$(/a)}` ends at a slash for the parser, in the middle of the command.
  const isWhole = text.startsWith('`') ? /^`.*`$/s.test(text) : /[)}]$/.test(text);
  if (!script || !isWhole) {
    unread(node, `${shorten(text)} is not understood.`, scope, reading);
    return;
  }
  // `${ cmd; }` of bash 5.3 runs in the shell itself; 5.2 refuses it.
  if (text.startsWith('${'))
    unread(node, `${shorten(text)} is read in different ways by versions of bash.`, scope, reading);
  checkRewritten(node, scope, reading);
  const span = scope.span(node.pos, node.end);
  const isProcess = node.type === 'ProcessSubstitution';
  const isReader = isProcess && node.operator === '>';
  const inside: Scope = {
    ...scope,
    source: script.source ?? scope.source,
    span: script.source === undefined ? scope.span : () => span,
    from: scope.from === 'line' ? 'substitution' : scope.from,
    functions: new Set(scope.functions),
    certain: new Set(scope.certain),
    made: new Set(scope.made),
    stdin: isReader ? 'pipe' : scope.stdin,
    script: isReader ? undefined : scope.script,
    pipe: isReader ? undefined : scope.pipe,
    background: isProcess || scope.background,
  };
  reading.runScript(script, inside, places);
}

/** Parts of the text where a command may hide outside of the tree. */
function readGaps(node: Extract<SyntaxNode, { type: 'Word' | 'HereDocBody' }>, scope: Scope, reading: Reading): void {
  if (!/[`$<>]/.test(node.text)) return;
  if (hasBracesInBackticks(node.text)) unread(node, 'Bash expands braces in backticks between quotes.', scope, reading);
  const parts = node.parts ?? [];
  const literal = node.type === 'HereDocBody' && !node.parts ? '' : undefined;
  const texts =
    literal !== undefined
      ? []
      : parts.length > 0
        ? parts.map((part) => (part.type === 'Literal' ? part.text : ''))
        : [node.text];
  if (texts.some((text) => /`|\$[({]|[<>]\(/.test(text.replace(/\\./gs, ''))))
    unread(node, `${shorten(node.text)} is not understood.`, scope, reading);
}

/** Bash reads the second quote of "`echo "{a,b}"`" as the end of the first, and expands the braces after it. */
function hasBracesInBackticks(text: string): boolean {
  let at = 0;
  for (const sign of ['"', '`', '"', '{']) {
    at = text.indexOf(sign, at) + 1;
    if (at === 0) return false;
  }
  const end = text.lastIndexOf('}');
  return end > at && /,|\.\./.test(text.slice(at, end));
}

/** Records the variables in an expression, and its assignments. */
export function readArithmetic(expression: ArithmeticExpression, scope: Scope, reading: Reading): void {
  const stack: SyntaxNode[] = [expression];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === 'ArithmeticWord') noteNames(node.value, scope.span(node.pos, node.end), scope, reading);
    if (
      node.type === 'ArithmeticBinary' &&
      node.left.type === 'ArithmeticWord' &&
      /^\W{0,2}=$/.test(node.operator) &&
      node.operator !== '=='
    )
      checkAssignment(node.left.value, undefined, scope.span(node.pos, node.end), reading);
    if (node.type === 'ArithmeticUnary' && /\+\+|--/.test(node.operator)) {
      const { operand } = node;
      if (operand.type === 'ArithmeticWord')
        checkAssignment(operand.value, undefined, scope.span(node.pos, node.end), reading);
    }
    if (node.type === 'ArithmeticCommandExpansion' || node.type === 'CommandExpansion') {
      noteOutput(node, scope, reading);
      continue;
    }
    forEachChild(node, (child) => stack.push(child));
  }
}

/**
 * Records a word that bash evaluates as arithmetic, such as an argument of `-eq` in `[[ ]]` or an index.
 *
 * @param index true: only the text between brackets is evaluated
 */
export function readCalculated(word: ParsedWord, scope: Scope, reading: Reading, index = false): void {
  const stack: SyntaxNode[] = [word];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === 'CommandExpansion') {
      noteOutput(node, scope, reading);
      continue;
    }
    forEachChild(node, (child) => stack.push(child));
  }
  const text = word.text.replace(/\$\([^()]*\)|`[^`]*`/g, '');
  noteNames(text, scope.span(word.pos, word.end), scope, reading, index);
  if (/[-=]=?|\+\+/.test(text))
    for (const [name] of text.matchAll(/[A-Za-z_]\w*/g)) noteValue(name, undefined, reading);
  if (
    word.parts?.some(({ type }) => type === 'SingleQuoted' || type === 'AnsiCQuoted' || type === 'DoubleQuoted') &&
    /\$\(|`/.test(word.value)
  )
    report(
      reading,
      'UNKNOWN_CODE',
      `${shorten(word.text)} may run commands: bash evaluates it as arithmetic.`,
      scope.span(word.pos, word.end),
    );
}

function noteOutput(
  node: Exclude<Substitution, { type: 'ProcessSubstitution' }>,
  scope: Scope,
  reading: Reading,
): void {
  if (node.script && isNumeric(node.script, (word) => readWord(word, scope))) return;
  const message = `The output of ${shorten(node.text)} is evaluated as arithmetic, where text such as a[$(cmd)] runs a command.`;
  report(reading, 'UNKNOWN_CODE', message, scope.span(node.pos, node.end));
}

function readParameter(node: ParameterExpansionPart, scope: Scope, reading: Reading): void {
  const { operation, index, parameter, prefix } = node;
  const span = scope.span(node.pos, node.end);
  const isAll = index?.text === '@' || index?.text === '*';
  if (index && !isAll) readCalculated(index, scope, reading);
  if (prefix === '!' && operation?.type !== 'Names') {
    if (!namedBy(parameter, scope)?.every((name) => /^[A-Za-z_]\w*$/.test(name)) && !reading.calculated.has(parameter))
      reading.calculated.set(parameter, span);
    // An error quotes a value that names no variable.
    const shown = { name: parameter, isOwn: scope.certain.has(parameter) };
    if (!isAll) notePrinted([shown], 'calculated', scope, span, reading);
  }
  if (operation?.type === 'Unknown') unread(node, `${shorten(node.text)} is not understood.`, scope, reading);
  if (operation?.type === 'Transform' && operation.operand.text.includes('P'))
    report(reading, 'UNKNOWN_CODE', `${shorten(node.text)} runs the commands in the value of ${parameter}.`, span);
  if (operation?.type === 'Default' && operation.operator.endsWith('=')) {
    checkAssignment(parameter, undefined, span, reading);
    noteCopy(parameter, readValue(operation.operand, scope), reading);
    reading.anyText.add(parameter);
  }
  if (operation?.type === 'Default' && operation.operator.endsWith('?'))
    notePrinted(shownVariables(operation.operand, scope), 'always', scope, span, reading);
  if (operation?.type === 'Slice') {
    readCalculated(operation.offset, scope, reading);
    if (operation.length) readCalculated(operation.length, scope, reading);
  }
}

function unread(
  node: { readonly pos: number; readonly end: number },
  message: string,
  scope: Scope,
  reading: Reading,
): void {
  report(reading, 'UNREAD', message, scope.span(node.pos, node.end));
}

/** A piece of the line for a message. */
export function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 37)}…` : text;
}

const CALCULATING = /^-(?:eq|ne|lt|le|gt|ge)$/;

/** Reads `[[ … ]]`: its calculations, and the values that a trace of it prints. */
export function readTest(root: TestExpression, scope: Scope, reading: Reading): void {
  const stack: TestExpression[] = [root];
  for (let test = stack.pop(); test !== undefined; test = stack.pop()) {
    if (test.type === 'TestLogical') stack.push(...test.operands);
    if (test.type === 'TestNot') stack.push(test.operand);
    if (test.type === 'TestGroup') stack.push(test.expression);
    if (test.type === 'TestUnary' && test.operator === '-v') readCalculated(test.operand, scope, reading, true);
    const operands =
      test.type === 'TestUnary' ? [test.operand] : test.type === 'TestBinary' ? [test.left, test.right] : [];
    for (const operand of operands)
      notePrinted(shownVariables(operand, scope), 'traced', scope, scope.span(operand.pos, operand.end), reading);
    if (test.type === 'TestBinary' && test.operator === '=~')
      noteCopy('BASH_REMATCH', readValue(test.left, scope), reading);
    if (test.type !== 'TestBinary' || !CALCULATING.test(test.operator)) continue;
    readCalculated(test.left, scope, reading);
    readCalculated(test.right, scope, reading);
  }
}
