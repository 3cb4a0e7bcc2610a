import { beginsKnown, isOperand, unknownWord, type WrapIssue } from './option-walk.ts';
import { programName } from './programs.ts';
import { snippetOf } from './snippet-words.ts';
import type { Word } from './types.ts';
import { failed, type Piped, startsShell, type Unwrapped } from './unwrapped.ts';

const shells: Readonly<Record<string, 'bash' | 'sh' | 'other'>> = {
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
  const dialect = Object.hasOwn(shells, name) ? shells[name] : undefined;
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

/** Interpreters, and their options that are followed by code. */
const interpreters: readonly (readonly [name: RegExp, code: RegExp])[] = [
  [/^(python|pypy)[\d.]*w?$/, /^-[a-zA-Z]*c/],
  [
    /^(node|nodejs)$/,
    // Its document judges `--require` and its like.
    /^(-[a-z]*[ep]\b|-[ep].*|--(eval|print)(=.*)?|eval|repl)$/,
  ],
  [
    /^(bun|deno|tsx|ts-node|qjs)$/,
    /^(-[a-z]*[epr]\b|-[ep].*|--(eval|print|require|import|loader|experimental-loader|env-file)(=.*)?|eval|repl)$/,
  ],
  [/^perl[\d.]*$/, /^-[a-zA-Z\d]*[eEMmIdx]|^-[a-zA-Z\d]*i/],
  [/^ruby[\d.]*$/, /^-(?!I)[a-zA-Z\d]*[er]/],
  [/^php[\d.]*$/, /^-(?!d)[a-zA-Z]*[rBREa]|^--(run|process-)/],
  [/^lua(jit)?[\d.]*$/, /^-[a-zA-Z]*[eli]/],
  [
    /^(osascript|Rscript|R|julia|elixir|erl|guile|racket|sbcl|scala|groovy|swift|ghc|ocaml|emacs|octave)$/,
    /^-{1,2}(e|E|x|c|l|eval|batch|run|expression|execute|exec|print|p)(=|$)/,
  ],
  [/^(tclsh|wish|expect)[\d.]*$/, /^-[cdf]|^[^-]/],
  [/^(ex|vi|vim|nvim|view|vimdiff|ed|gvim)$/, /^(\+|-[a-zA-Z]*[cSsuU]|--cmd)/],
];

/** True for a program whose words name a file of code that it runs. */
export function isInterpreter(program: string): boolean {
  const name = programName(program);
  return Object.hasOwn(shells, name) || interpreters.some(([names]) => names.test(name));
}

/** Interpreters that read no options of theirs behind the script. */
const ENDS_AT_SCRIPT = /^(?:python|pypy|node|tsx|ts-node|perl|ruby|php|lua|Rscript|julia|elixir)/;

/** The words up to the script, whose own words follow; all of them where an option before may take it for its value. */
function beforeScript(name: string, args: readonly Word[]): readonly Word[] {
  if (!ENDS_AT_SCRIPT.test(name)) return args;
  const at = args.findIndex((word) => isOperand(word));
  const isScript = at === 0 || /^--[\w-]+=|^-[bBEIOqsSuvw]+$/.test(args[at - 1]?.text ?? '');
  return at >= 0 && isScript ? args.slice(0, at + 1) : args;
}

/** Code in the line that is not read (`python -c`, `node -e`), or that an interpreter reads from its input. */
export function unwrapInterpreter(name: string, args: readonly Word[], piped: Piped): Unwrapped | undefined {
  const { stdin } = piped;
  const row = interpreters.find(([names]) => names.test(name));
  if (!row) return undefined;
  if (/^perl[\d.]*$/.test(name) && isPerlEdit(args)) return undefined;
  const own = beforeScript(name, args);
  const hasCode = own.some((word) => {
    if (word.unknown) return !isOperand(word) && !(word.reason === 'glob' && beginsKnown(word));
    return row[1].test(word.text);
  });
  const operands = args.filter((word) => word.unknown || word.text === '-' || !word.text.startsWith('-'));
  const isPrinting = args.some((word) => !word.unknown && /^(--?version|--help|-h|-V|-v)$/.test(word.text));
  const [script] = operands;
  const readsInput =
    (operands.length === 0 && !isPrinting) ||
    (script && /^(-|\/dev\/(stdin|fd\/\d+)|\/proc\/self\/fd\/\d+)$/.test(script.text));
  const snippet = hasCode || readsInput ? snippetOf(name, args, piped) : undefined;
  if (hasCode)
    return {
      ...failed(name, { code: 'UNKNOWN_CODE', message: `${name} runs code in the line that is not read.` }),
      snippet,
    };
  if (!readsInput) return undefined;
  const source =
    stdin === 'none' ? 'its standard input' : stdin === 'pipe' ? 'the program before it' : 'a file or here-document';
  const issue = { code: 'UNKNOWN_CODE', message: `${name} runs code that comes from ${source}.` } as const;
  return { ...failed(name, issue), snippet };
}

/** `s/a/b/g`, as the document of perl has it: it names no variable but what was found, so that nothing else runs. */
const PERL_EDIT = /^\s*s\/(?:\\.|[^\\/@{$]|\{[\d,]+\})*\$?\/(?:\\.|[^\\/@{[$]|\$[\d&](?![[{\d]))*\/[gimsx]*\s*;?\s*$/;

/** True for `perl -pi -e 's/a/b/' FILE…`: its code replaces text, and its switches do no more than that for files. */
function isPerlEdit(args: readonly Word[]): boolean {
  const at = args.findIndex((word) => word.unknown || !/^-[pnl0-7]*i?$/.test(word.text));
  const [last, code, ...files] = at < 0 ? [] : args.slice(at);
  const isCode = last?.unknown === undefined && /^-[pnl0-7]*e$/.test(last?.text ?? '');
  return isCode && code?.unknown === undefined && PERL_EDIT.test(code?.text ?? '') && files.every(beginsKnown);
}
