import {
  parse,
  type Command,
  type CommandArgument,
  type Redirection,
  type Statement,
  type Word as ParsedWord,
} from 'unbash';
import type { LineIssue, LinePart, LineReading, Word } from './types.ts';

export interface ReadLineSettings {
  /** `sh`: programs are started by a POSIX shell. Absent: `bash`. */
  readonly dialect?: 'bash' | 'sh';
}

/**
 * Reads a line into the commands that a shell may start for it.
 *
 * Sound before useful: every program that bash could start is in `parts`, or there is an issue. Never throws.
 *
 * @example
 * import { readLine } from '@atip/shell';
 *
 * readLine('cd src && git status').parts.map(({ program }) => program); // ['cd', 'git']
 */
export function readLine(text: string, _settings: ReadLineSettings = {}): LineReading {
  const script = parse(text);
  const issues: LineIssue[] = (script.errors ?? []).map(({ message, pos }) => ({
    code: 'SYNTAX',
    message,
    start: pos,
    end: text.length,
  }));
  const parts = script.commands.flatMap((statement) => readStatement(statement, issues));
  return { parts, issues };
}

function readStatement({ command, background }: Statement, issues: LineIssue[]): LinePart[] {
  if (command.type === 'Command') return [readCommand(command, background === true)];
  const { pos, end, type } = command;
  issues.push({ code: 'UNREAD', message: `${type} is not read yet.`, start: pos, end });
  return [];
}

function readCommand(command: Command, background: boolean): LinePart {
  const name = command.name ? [command.name] : [];
  const words = [...name, ...command.suffix.filter(isWord)].map(readWord);
  const program = words[0]?.unknown ? undefined : words[0]?.text;
  return {
    start: command.pos,
    end: command.end,
    words,
    ...(program !== undefined && { program }),
    kind: program === undefined ? 'nothing' : 'program',
    through: [],
    redirects: [],
    assignments: [],
    background,
    from: 'line',
  };
}

function isWord(one: CommandArgument | Redirection): one is ParsedWord {
  return one.type === 'Word';
}

function readWord(word: ParsedWord): Word {
  if (!word.parts) return { text: word.value, start: word.pos, end: word.end };
  return { unknown: true, text: word.text, reason: 'variable', prefix: '', many: true, start: word.pos, end: word.end };
}
