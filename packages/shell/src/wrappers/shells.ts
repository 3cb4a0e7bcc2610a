import { isOperand, unknownWord, type WrapIssue } from '../line/options.ts';
import type { Word } from '../line/types.ts';
import { failed, type Piped, startsShell, type Unwrapped } from './unwrapped.ts';

export const SHELLS: Readonly<Record<string, 'bash' | 'sh' | 'other'>> = {
  bash: 'bash',
  rbash: 'bash',
  sh: 'sh',
  dash: 'sh',
  ash: 'sh',
  zsh: 'other',
  ksh: 'other',
  ksh93: 'other',
  mksh: 'other',
  fish: 'other',
  csh: 'other',
  tcsh: 'other',
  nu: 'other',
  pwsh: 'other',
  elvish: 'other',
  xonsh: 'other',
};

/** Long options of bash that take no value and load no file. */
const plainLong = /^--(noediting|noprofile|norc|posix|restricted|verbose|debug)$/;

/** `bash -c SCRIPT`, a shell that reads its standard input, or one that runs a file. */
export function unwrapShell(name: string, args: readonly Word[], { stdin }: Piped): Unwrapped | undefined {
  const dialect = Object.hasOwn(SHELLS, name) ? SHELLS[name] : undefined;
  if (!dialect) return undefined;
  const [first] = args;
  if (first && !first.unknown && /^--?(help|version)$/.test(first.text)) return undefined;
  if (dialect === 'other') return readOther(name, args, stdin);
  const read = readShellOptions(name, args);
  if ('code' in read) return failed(name, read);
  const { rest, letters } = read;
  const issues: WrapIssue[] = /[il]/.test(letters) ? [startup(name)] : [];
  const [operand] = rest;
  const given = { args: rest, isTraced: /[xv]/.test(letters) };
  if (letters.includes('c')) {
    if (!operand) return undefined;
    return { name, inner: [{ script: operand, dialect, ...given }], keepsOuter: false, issues };
  }
  if (operand && !letters.includes('s')) {
    if (/n/.test(letters) && !letters.includes('i') && isOperand(operand)) return undefined;
    // Its document says that it runs the file.
    if (!operand.unknown || (isOperand(operand) && !operand.many))
      return issues.length > 0 ? { name, inner: [], keepsOuter: true, issues } : undefined;
    const message = `${name} runs the commands of ${operand.text}, a file that is not read.`;
    return failed(name, { code: 'UNKNOWN_CODE', message });
  }
  return fromInput(name, dialect, stdin, issues, given);
}

/** Reads `-xec`, `-o pipefail`, `+e`, `--norc`: the given letters, and the remaining words. */
function readShellOptions(name: string, args: readonly Word[]) {
  let letters = '';
  let index = 0;
  for (; index < args.length; index++) {
    const word = args[index];
    if (!word) break;
    if (word.unknown) {
      if (isOperand(word)) break;
      // After `-c` a word without a leading dash is the script; one with a dash is more options before a script.
      return letters.includes('c') && !word.many ? { letters, rest: args.slice(index) } : unknownWord(name, word);
    }
    const { text } = word;
    if (text === '--' || text === '-') return { letters, rest: args.slice(index + 1) };
    if (!/^[-+]./.test(text)) break;
    if (text === '--login') letters += 'l';
    else if (text.startsWith('--')) {
      if (!plainLong.test(text)) return unread(name, text);
    } else {
      if (!/^[-+][abcefhiklmnpqrstuvxBCDEHPToO]+$/.test(text)) return unread(name, text);
      if (text.startsWith('-') || /[coO]/.test(text)) letters += text.slice(1);
      const values = text.slice(1).replace(/[^oO]/g, '').length;
      const taken = args.slice(index + 1, index + 1 + values);
      const shifting = taken.find((one) => one.unknown || !/^\w+$/.test(one.text));
      if (shifting) return unknownWord(name, shifting);
      if (taken.some(({ text: taker }) => taker === 'xtrace')) letters += 'x';
      index += values;
    }
  }
  return { letters, rest: args.slice(index) };
}

/** zsh, fish and others: their script, or an issue. */
function readOther(name: string, args: readonly Word[], stdin: Piped['stdin']): Unwrapped | undefined {
  const at = args.findIndex((word) => !word.unknown && /^-[a-z]*c$/i.test(word.text));
  const script = args[at + 1];
  if (at >= 0 && script && args.slice(0, at).every((word) => !word.unknown && word.text.startsWith('-'))) {
    return { name, inner: [{ script, dialect: 'other' }], keepsOuter: false, issues: [] };
  }
  if (args.length === 0) return fromInput(name, 'other', stdin, []);
  const [file, ...before] = args.slice(0, args.findIndex((word) => !/^-[euvx]+$/.test(word.text)) + 1).toReversed();
  if (file && isOperand(file) && file.text !== '-' && before.every((word) => !word.unknown)) return undefined;
  return failed(name, { code: 'UNKNOWN_CODE', message: `${name} runs commands that are not read.` });
}

function fromInput(
  name: string,
  dialect: 'bash' | 'sh' | 'other',
  stdin: Piped['stdin'],
  issues: readonly WrapIssue[],
  given: { readonly args?: readonly Word[]; readonly isTraced?: boolean } = {},
): Unwrapped {
  if (typeof stdin === 'object')
    return { name, inner: [{ script: stdin, dialect, ...given }], keepsOuter: false, issues };
  return failed(name, startsShell(name));
}

function startup(name: string): WrapIssue {
  return { code: 'UNKNOWN_CODE', message: `${name} runs its startup files first (-i, -l).` };
}

function unread(name: string, option: string): WrapIssue {
  return { code: 'UNREAD', message: `The option ${option} of ${name} is not known, so its script cannot be found.` };
}
