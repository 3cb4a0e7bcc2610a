import type { CodeReading } from '../line/types.ts';

type ReadCode = Omit<CodeReading, 'language'>;

/**
 * Reads a script command by command. A delimiter in brackets ends nothing: a sed that ends there has no valid
 * expression.
 */
class SedReader {
  readonly writes: string[] = [];
  readonly reads: string[] = [];
  private at = 0;
  private depth = 0;
  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  /** The reason why it is not harmless, if any. */
  read(): string | undefined {
    for (;;) {
      this.skip(/[\s;]*/y);
      if (this.at >= this.text.length) return this.depth === 0 ? undefined : 'has a brace without an end';
      if (!this.readAddresses()) return 'has an address that is not understood';
      const command = this.text.charAt(this.at++);
      const reason = this.readCommand(command);
      if (reason) return reason;
    }
  }

  private readAddresses(): boolean {
    if (!this.readAddress()) return true;
    this.skip(/[ \t]*/y);
    if (this.text.charAt(this.at) === ',') {
      this.at += 1;
      this.skip(/[ \t]*/y);
      if (!this.skip(/[+~]\d+/y) && !this.readAddress()) return false;
    }
    this.skip(/\s*/y);
    return !this.failed;
  }

  private failed = false;

  private readAddress(): boolean {
    if (this.skip(/\d+([ \t]*~[ \t]*\d*)?|\$/y)) return true;
    let delimiter = this.text.charAt(this.at);
    if (delimiter === '\\') {
      this.at += 1;
      delimiter = this.text.charAt(this.at);
    } else if (delimiter !== '/') return false;
    this.at += 1;
    if (!this.skipTo(delimiter, true)) this.failed = true;
    this.skip(/[IM]*/y);
    return true;
  }

  private readCommand(command: string): string | undefined {
    if (command === '!') {
      this.skip(/[\s!]*/y);
      return this.readCommand(this.text.charAt(this.at++));
    }
    if (command === '#') {
      this.readLine();
      return undefined;
    }
    if (command === '{') {
      this.depth += 1;
      return undefined;
    }
    if (command === '}') {
      this.depth -= 1;
      return this.depth < 0 ? 'has a brace too many' : this.endOf(command);
    }
    if (command !== '' && '=dDgGhHnNpPxzF'.includes(command)) return this.endOf(command);
    if (command !== '' && 'lLqQ'.includes(command)) {
      this.skip(/[ \t]*\d*/y);
      return this.endOf(command);
    }
    if (command !== '' && ':btTv'.includes(command)) {
      this.skip(/[ \t]*[\w.-]*/y);
      return this.endOf(command);
    }
    if (command !== '' && 'aic'.includes(command)) return this.readText(command);
    if (command !== '' && 'rRwW'.includes(command)) return this.readFile(command);
    if (command === 'y') {
      const delimiter = this.text.charAt(this.at++);
      return this.skipTo(delimiter, false) && this.skipTo(delimiter, false)
        ? this.endOf(command)
        : notUnderstood(command);
    }
    if (command === 's') return this.readSubstitution();
    return command === 'e' ? 'runs a command (e)' : notUnderstood(command);
  }

  private readSubstitution(): string | undefined {
    const delimiter = this.text.charAt(this.at++);
    if (!this.skipTo(delimiter, true) || !this.skipTo(delimiter, false)) return notUnderstood('s');
    for (;;) {
      this.skip(/[gpiImM\d \t]*/y);
      const flag = this.text.charAt(this.at);
      if (flag === 'e') return 'runs a command (flag e of s)';
      if (flag !== 'w') return this.endOf('s');
      this.at += 1;
      return this.readFile('w');
    }
  }

  private readFile(command: string): string | undefined {
    this.skip(/[ \t]*/y);
    const file = this.readLine();
    if (file === '' || file.includes('\r') || file.includes('\\')) return notUnderstood(command);
    const isWrite = command === 'w' || command === 'W';
    if (isWrite ? !/^\/dev\/std(out|err)$/.test(file) : file !== '/dev/stdin')
      (isWrite ? this.writes : this.reads).push(file);
    return undefined;
  }

  /** The text of `a`, `i` and `c` goes on to the first newline without a backslash. */
  private readText(command: string): string | undefined {
    this.skip(/[ \t]*/y);
    const isLong = this.text.charAt(this.at) === '\\';
    if (isLong) {
      this.at += 1;
      this.skip(/[ \t]*/y);
      if (this.text.charAt(this.at) === '\n') this.at += 1;
      else if (this.text.charAt(this.at) === '\\') return notUnderstood(command);
    }
    const next = this.text.charAt(this.at);
    if (next === '' && isLong) return undefined;
    if (next === '' || next === '\n' || next === '\r') return notUnderstood(command);
    while (this.at < this.text.length && this.text.charAt(this.at) !== '\n') {
      this.at += this.text.charAt(this.at) === '\\' ? 2 : 1;
    }
    return undefined;
  }

  private readLine(): string {
    const end = this.text.indexOf('\n', this.at);
    const line = this.text.slice(this.at, end < 0 ? undefined : end);
    this.at += line.length;
    return line;
  }

  /** A command may only be followed by `;`, a newline, `}`, a comment or the end. */
  private endOf(command: string): string | undefined {
    this.skip(/[ \t]*/y);
    const next = this.text.charAt(this.at);
    return next === '' || ';\n}#'.includes(next) ? undefined : notUnderstood(command);
  }

  /** Skips past the next delimiter; in a regular expression, past the next one outside of brackets. */
  private skipTo(delimiter: string, isRegex: boolean): boolean {
    if (!/^[!-[\]-~ ]$/.test(delimiter)) return false;
    for (; this.at < this.text.length; this.at++) {
      const letter = this.text.charAt(this.at);
      if (letter === delimiter) {
        this.at += 1;
        return true;
      }
      if (letter === '\n') return false;
      // Some versions read `\c[` as a character, others as the beginning of brackets.
      if (letter === '\\' && this.text.charAt(this.at + 1) === 'c') return false;
      if (letter === '\\') this.at += 1;
      else if (letter === '[' && isRegex && !this.skipBrackets()) return false;
    }
    return false;
  }

  /** Skips from `[` to its `]`; `]` right after `[` or `[^` is an ordinary character, and so is a backslash. */
  private skipBrackets(): boolean {
    const length = bracketLength(this.text, this.at);
    this.at += (length ?? 1) - 1;
    return length !== undefined;
  }

  private skip(pattern: RegExp): boolean {
    pattern.lastIndex = this.at;
    const length = pattern.exec(this.text)?.[0].length ?? 0;
    this.at += length;
    return length > 0;
  }
}

/** Reads a script for GNU sed: harmless unless it runs a command (`e`, `s///e`); `w` and `r` name files. */
export function readSedProgram(text: string): ReadCode {
  const reader = new SedReader(text);
  const reason = reader.read();
  return {
    isHarmless: reason === undefined,
    reason,
    writes: reader.writes,
    reads: reader.reads,
  };
}

function bracketLength(text: string, start: number): number | undefined {
  let at = start + 1;
  if (text.charAt(at) === '^') at += 1;
  if (text.charAt(at) === ']') at += 1;
  for (; at < text.length; at++) {
    const letter = text.charAt(at);
    if (letter === ']') return at + 1 - start;
    if (letter === '\n') return undefined;
    const kind = letter === '[' ? text.charAt(at + 1) : '';
    if (kind === '' || !':.='.includes(kind)) continue;
    const end = text.indexOf(`${kind}]`, at + 2);
    if (end < 0) return undefined;
    at = end + 1;
  }
  return undefined;
}

function notUnderstood(command: string): string {
  return command === '' ? 'ends behind an address' : `has a command ${command} that is not understood`;
}
