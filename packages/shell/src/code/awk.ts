import { HERE } from '../line/patterns.ts';
import { createTaker, type Found, stop } from './snippet-reading.ts';

interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'regex' | 'operator' | 'newline';
  readonly text: string;
}

/** Reads an awk program: harmless unless it starts a program, loads code, or writes or reads a file that it computes. */
export function readAwkProgram(text: string, found: Found): void {
  const tokens = tokenise(text);
  for (const [index, { kind, text: sign }] of tokens.entries()) {
    if (kind === 'name') readName(sign, tokens, index, found);
    if (kind !== 'operator') continue;
    if (sign === '|' || sign === '|&') stop('runs a command behind |');
    if (sign === '@') stop('loads code, or calls a function by a name that it computes');
  }
}

function readName(name: string, tokens: readonly Token[], index: number, found: Found): void {
  if (name === 'ENVIRON') found.readsEnvironment = true;
  if (name === 'system') stop('runs a command with system()');
  if (name === 'SYMTAB') stop('reads variables by names that it computes');
  if (name === 'ARGV' && changesNext(tokens, index)) stop('reads files that it computes');
  // In `print`, a `>` outside of parentheses begins a redirect.
  if (name === 'print' || name === 'printf') {
    const at = findInStatement(tokens, index + 1, ['>', '>>']);
    if (at >= 0)
      addFile(tokens, at + 1, found.writes, /^\/dev\/(?:stdout|stderr)$/, 'writes to a file that it computes');
  }
  // `getline [VARIABLE] < FILE`.
  if (name === 'getline') {
    const at = findInStatement(tokens, index + 1, ['<']);
    if (at >= 0) addFile(tokens, at + 1, found.reads, /^(?:-|\/dev\/stdin)$/, 'reads a file that it computes');
  }
}

function addFile(tokens: readonly Token[], at: number, files: Set<string>, streams: RegExp, computed: string): void {
  const [target, next] = [tokens[at], tokens[at + 1]];
  const isEnd = !next || next.kind === 'newline' || /^(?:[;})>]|[<>=!]=|&&|\|\|)$/.test(next.text);
  if (target?.kind !== 'string' || !isEnd || target.text.includes('\\')) stop(computed);
  if (target.text.startsWith('/inet')) stop('reaches the network');
  if (!streams.test(target.text)) files.add(target.text);
}

/** The first of these operators in the rest of the statement, outside of parentheses and brackets that open there. */
function findInStatement(tokens: readonly Token[], start: number, operators: readonly string[]): number {
  let depth = 0;
  for (let at = start; at < tokens.length; at++) {
    const token = tokens[at];
    if (!token) break;
    if (token.kind === 'newline' && depth === 0 && !/^(,|&&|\|\||\?|:)$/.test(tokens[at - 1]?.text ?? '')) return -1;
    if (token.kind !== 'operator') continue;
    if (token.text === ';' || token.text === '{' || token.text === '}') return -1;
    if (token.text === '(' || token.text === '[') depth += 1;
    if (token.text === ')' || token.text === ']') depth -= 1;
    if (depth < 0) return -1;
    if (depth === 0 && operators.includes(token.text)) return at;
  }
  return -1;
}

/** `ARGV[…] = …`, or `ARGV` passed as a whole. */
function changesNext(tokens: readonly Token[], index: number): boolean {
  if (tokens[index + 1]?.text !== '[') return true;
  let depth = 0;
  for (let at = index + 1; at < tokens.length; at++) {
    const text = tokens[at]?.kind === 'operator' ? tokens[at]?.text : undefined;
    if (text === '[') depth += 1;
    if (text === ']') depth -= 1;
    if (depth === 0) return /^([-+*/%^]?=|\+\+|--)$/.test(tokens[at + 1]?.text ?? '');
  }
  return true;
}

const patterns = {
  space: /[ \t\r\f\v]+|\\\r?\n|#[^\n]*/y,
  newline: /\n/y,
  string: /"((?:[^"\\\n]|\\[\s\S])*)"/y,
  number: /0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?/y,
  name: /[A-Za-z_]\w*/y,
  // `]` right behind `[` or `[^` is an ordinary character. Versions of awk differ about a `/` in brackets.
  regex: /\/(?:\\[\s\S]|\[(?:\^|(?!\^))(?:\]|(?!\]))(?:\\[\s\S]|[^\]\\/\n])*\]|[^\\/[\n])*\//y,
  operator: /\*\*=|\|&|\|\||&&|\+\+|--|>>|\*\*|[-+*/%^=!<>]=|!~|[-+*/%^!<>|?:~$=,;(){}[\]@]/y,
} as const;

function tokenise(text: string): readonly Token[] {
  const taker = createTaker(text);
  const { take } = taker;
  const tokens: Token[] = [];
  /** For each open parenthesis: it holds the condition of `if`, `while` or `for`. */
  const open: boolean[] = [];
  let closedCondition = false;
  while (taker.at < text.length) {
    const space = take(patterns.space)?.[0];
    if (space !== undefined) {
      if (/^#.*\\\r?$/.test(space)) stop('has a comment whose end is not certain');
      continue;
    }
    const last = tokens.at(-1);
    const sign = text.charAt(taker.at);
    if (sign === '/' && isAmbiguous(last)) stop('has a / that may divide or begin a regular expression');
    if (sign === '/' && beginsRegex(last, closedCondition)) {
      const regex = take(patterns.regex);
      if (!regex || regex[0].includes(HERE)) stop('has a regular expression whose end is not certain');
      tokens.push({ kind: 'regex', text: regex[0] });
      continue;
    }
    const token = takeToken(take) ?? stop(`has ${JSON.stringify(sign)}, which is not understood`);
    if (token.text === '(') open.push(last?.kind === 'name' && /^(?:if|while|for|switch)$/.test(last.text));
    closedCondition = token.text === ')' && token.kind === 'operator' && open.pop() === true;
    tokens.push(token);
  }
  return tokens;
}

function takeToken(take: (pattern: RegExp) => RegExpExecArray | undefined): Token | undefined {
  for (const kind of ['newline', 'string', 'number', 'name', 'operator'] as const) {
    const taken = take(patterns[kind]);
    if (taken) return { kind, text: taken[1] ?? taken[0] };
  }
  return undefined;
}

/**
 * After these, versions of awk differ: mawk reads a regular expression after `x++` and `length`, and divides by one
 * after `getline`.
 */
function isAmbiguous(last: Token | undefined): boolean {
  return /^(?:\$|\+\+|--|getline|length|case)$/.test(
    last?.kind === 'string' || last?.kind === 'regex' ? '' : (last?.text ?? ''),
  );
}

/** After a value `/` divides; anywhere else it begins a regular expression. */
function beginsRegex(last: Token | undefined, closedCondition: boolean): boolean {
  if (!last || closedCondition) return true;
  if (last.kind === 'name') {
    return /^(print|printf|return|else|do|in|exit|delete|BEGIN|END|next|break|continue)$/.test(last.text);
  }
  if (last.kind === 'operator') return !/^[)\]]$/.test(last.text);
  return last.kind === 'newline';
}
