import type { CodeReading } from '../line/types.ts';

type ReadCode = Omit<CodeReading, 'language'>;

interface Token {
  readonly kind: 'name' | 'number' | 'string' | 'regex' | 'operator' | 'newline';
  readonly text: string;
}

/** Reads an awk program: harmless unless it starts a program, loads code, or writes or reads a file that it computes. */
export function readAwkProgram(text: string): ReadCode {
  const writes: string[] = [];
  const reads: string[] = [];
  const tokens = tokenise(text);
  const reason = typeof tokens === 'string' ? tokens : findReason(tokens, writes, reads);
  const readsEnvironment =
    typeof tokens !== 'string' && tokens.some(({ kind, text }) => kind === 'name' && text === 'ENVIRON');
  return { isHarmless: reason === undefined, reason, readsEnvironment, writes, reads };
}

function findReason(tokens: readonly Token[], writes: string[], reads: string[]): string | undefined {
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'name') {
      const reason = readName(tokens, index, writes, reads);
      if (reason) return reason;
    }
    if (token.kind !== 'operator') continue;
    if (token.text === '|' || token.text === '|&') return 'runs a command behind |';
    if (token.text === '@') return 'loads code, or calls a function by a name that it computes';
  }
  return undefined;
}

function readName(tokens: readonly Token[], index: number, writes: string[], reads: string[]): string | undefined {
  const name = tokens[index]?.text;
  if (name === 'system') return 'runs a command with system()';
  if (name === 'SYMTAB') return 'reads variables by names that it computes';
  if (name === 'ARGV' && changesNext(tokens, index)) return 'reads files that it computes';
  if (name === 'print' || name === 'printf') return readPrint(tokens, index + 1, writes);
  return name === 'getline' ? readGetline(tokens, index + 1, reads) : undefined;
}

/** In `print`, a `>` outside of parentheses begins a redirect. */
function readPrint(tokens: readonly Token[], start: number, writes: string[]): string | undefined {
  const at = findInStatement(tokens, start, ['>', '>>']);
  if (at < 0) return undefined;
  return addFile(tokens, at + 1, writes, /^\/dev\/(stdout|stderr)$/, 'writes to a file that it computes');
}

/** `getline [VARIABLE] < FILE`. */
function readGetline(tokens: readonly Token[], start: number, reads: string[]): string | undefined {
  const at = findInStatement(tokens, start, ['<']);
  if (at < 0) return undefined;
  return addFile(tokens, at + 1, reads, /^(-|\/dev\/stdin)$/, 'reads a file that it computes');
}

function addFile(tokens: readonly Token[], at: number, files: string[], streams: RegExp, computed: string) {
  const target = tokens[at];
  const next = tokens[at + 1];
  const isEnd = !next || next.kind === 'newline' || /^([;})>]|[<>=!]=|&&|\|\|)$/.test(next.text);
  if (target?.kind !== 'string' || !isEnd || target.text.includes('\\')) return computed;
  if (target.text.startsWith('/inet')) return 'reaches the network';
  if (!streams.test(target.text)) files.push(target.text);
  return undefined;
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
  operator: /\*\*=|\|&|\|\||&&|\+\+|--|>>|\*\*|[-+*/%^=!<>]=|!~|[-+*/%^!<>|?:~$=,;(){}[\]@]/y,
} as const;

/** The tokens, or the reason why they are unknown. */
function tokenise(text: string): readonly Token[] | string {
  const tokens: Token[] = [];
  /** For each open parenthesis: it holds the condition of `if`, `while` or `for`. */
  const open: boolean[] = [];
  let closedCondition = false;
  for (let at = 0; at < text.length; ) {
    const take = (pattern: RegExp): RegExpExecArray | undefined => {
      pattern.lastIndex = at;
      return pattern.exec(text) ?? undefined;
    };
    const space = take(patterns.space)?.[0];
    if (space) {
      if (/^#.*\\\r?$/.test(space)) return 'has a comment whose end is not certain';
      at += space.length;
      continue;
    }
    const last = tokens.at(-1);
    if (text.charAt(at) === '/' && isAmbiguous(last)) return 'has a / that may divide or begin a regular expression';
    if (text.charAt(at) === '/' && beginsRegex(last, closedCondition)) {
      const length = regexLength(text, at);
      if (length === undefined) return 'has a regular expression whose end is not certain';
      tokens.push({ kind: 'regex', text: text.slice(at, at + length) });
      at += length;
      continue;
    }
    const token = takeToken(take);
    if (!token) return `has ${JSON.stringify(text.charAt(at))}, which is not understood`;
    if (token.text === '(') open.push(last?.kind === 'name' && /^(if|while|for|switch)$/.test(last.text));
    closedCondition = token.text === ')' && token.kind === 'operator' && open.pop() === true;
    tokens.push(token);
    at += token.kind === 'string' ? token.text.length + 2 : token.text.length;
  }
  return tokens;
}

function takeToken(take: (pattern: RegExp) => RegExpExecArray | undefined): Token | undefined {
  for (const kind of ['newline', 'string', 'number', 'name', 'operator'] as const) {
    const found = take(patterns[kind]);
    if (found) return { kind, text: found[1] ?? found[0] };
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

/** Undefined: it has no end, or versions of awk differ about a `/` in brackets. */
function regexLength(text: string, start: number): number | undefined {
  let inBrackets = false;
  for (let at = start + 1; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === '\n') return undefined;
    if (letter === '\\') at += 1;
    else if (letter === '/') return inBrackets ? undefined : at + 1 - start;
    else if (letter === '[' && !inBrackets) {
      inBrackets = true;
      // `]` right after `[` or `[^` is an ordinary character.
      if (text.charAt(at + 1) === '^') at += 1;
      if (text.charAt(at + 1) === ']') at += 1;
    } else if (letter === ']') inBrackets = false;
  }
  return undefined;
}
