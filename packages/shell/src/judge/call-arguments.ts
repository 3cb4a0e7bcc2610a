import type { ArgvReading, AtipEffects, CommandMapping } from '@atip/core';
import { argumentsOf, type Change, changesOf, stated } from '@atip/core/internal';
import { isForeign, programName } from '../line/program-names.ts';
import type { LinePart } from '../line/types.ts';
import { HARMLESS } from './context.ts';

/** Parameters with a program that was read word by word; the document's patterns for them are ignored. */
const CODE_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  awk: ['program', 'source'],
  sed: ['script', 'expression'],
};

/** The command with the effects of the code that it is given, if that was read. */
export function withSnippet(mapping: CommandMapping, { snippet, code, program = '' }: LinePart): CommandMapping {
  if (!snippet || !code?.isHarmless) return mapping;
  // An interpreter in a file of the project is the project's code, too.
  const isRunning = isForeign(program) || (code.loads ?? []).length > 0;
  const isReading = code.reads.length + snippet.args.length > 0;
  const reading: AtipEffects = { ...HARMLESS, filesystem: { read: isReading, write: false, delete: false } };
  const { metadata } = mapping;
  // Perl's names of files were looked at one by one.
  const isRead = ({ name }: { readonly name: string }): boolean =>
    HOLDS_CODE.test(name) || (code.language === 'perl' && /^(?:file|argument)$/.test(name));
  const own = <T extends object>(one: T & { readonly name: string }): T => (isRead(one) ? withoutEffects(one) : one);
  return {
    ...mapping,
    metadata: stated({
      ...metadata,
      arguments: metadata.arguments?.map(own),
      options: metadata.options?.map(own),
    }),
    effects: isRunning ? { ...reading, subprocess: true, 'x-runs': 'project' } : reading,
  };
}

/** Parameters with code of the line. */
const HOLDS_CODE = /^(?:code|eval|print|script|execute|execute-all|use|line-ends|split-pattern|require|run)$/;

function withoutEffects<T extends object>(parameter: T): T {
  return { ...parameter, 'x-effects': undefined, 'x-mode': undefined, 'x-values': undefined };
}

/** The same for builtins: the line reader reports the effect of their words on the shell. */
const READ_BUILTINS: Readonly<Record<string, string>> = {
  test: 'expression',
  '[': 'expression',
  trap: 'argument',
  export: 'definition',
  declare: 'definition',
  typeset: 'definition',
  local: 'definition',
  readonly: 'definition',
};

/** Options with commands that are parts of the line where the reader opens them, and with the package that a runner was judged by. */
const OPENED = /^(?:(?:exec|ok)(?:dir)?|exec-batch|args|call|setup|prepare|cleanup|package)$/;

/** Commands of gdb that run its program, and some that print. */
const RUNS_IT = /^(?:r|run|start|starti|c|continue|n|next|s|step|finish|bt(?: full)?|backtrace|where|q|quit)$/;

/** The arguments that count: programs that were read, and options whose commands are parts of the line, do not. */
export function argumentsLeft(
  reading: ArgvReading & { readonly mapping: CommandMapping },
  { code, isOpened, kind, program = '' }: LinePart,
): Record<string, unknown> {
  // In the order of the line, as exact rules have them.
  const stated = argumentsOf({ given: reading.given.toSorted((a, b) => (a.words[0] ?? 0) - (b.words[0] ?? 0)) });
  const args =
    code?.language === 'sed' ? withFirstFile(stated) : programName(program) === 'install' ? withInput(stated) : stated;
  const read = code?.isHarmless ? (CODE_PARAMETERS[code.language] ?? []) : [];
  const opened = isOpened
    ? changesOf(reading.mapping)
        .filter(isOpen)
        .map(({ parameter }) => parameter.key)
    : [];
  const own = kind === 'builtin' && Object.hasOwn(READ_BUILTINS, program) ? [READ_BUILTINS[program]] : [];
  const left: unknown[] = [...read, ...opened, ...own];
  const { ex } = args;
  // The program that gdb runs is a part of the line.
  if (isOpened && Array.isArray(ex) && ex.every((one) => RUNS_IT.test(String(one)))) left.push('ex');
  return left.length === 0 ? args : Object.fromEntries(Object.entries(args).filter(([key]) => !left.includes(key)));
}

/** With `-e` the first argument of sed is a file, too. */
function withFirstFile({ script, ...args }: Readonly<Record<string, unknown>>): Record<string, unknown> {
  if (args['expression'] === undefined || script === undefined)
    return script === undefined ? args : { script, ...args };
  const { file: files } = args;
  return { ...args, file: [script, ...(Array.isArray(files) ? files : [])] };
}

/** `install /dev/stdin FILE` only reads the first, unless it makes directories. */
function withInput(args: Record<string, unknown>): Record<string, unknown> {
  const { file, directory } = args;
  const isCopy = directory === undefined && Array.isArray(file) && file.length > 1 && file[0] === '/dev/stdin';
  return isCopy ? { ...args, file: ['-', ...file.slice(1)] } : args;
}

/**
 * True if the parameters of a call say all that its words do. They do not with a word that is no parameter, as `!` of
 * find, with one that turns a parameter off or repeats it, and where parameters mix.
 */
export function saysAll({ given, path, unknown }: ArgvReading, argv: readonly string[]): boolean {
  const words = new Set([...given.flatMap((one) => one.words), ...unknown.map(({ word }) => word)]);
  const isCounted = 1 + path.filter((word) => word !== '').length + words.size === argv.length;
  const isPlain = given.every(({ value, repeated }) => value !== false && value !== 0 && repeated === undefined);
  return isCounted && isPlain && !isInterleaved(given);
}

/** True if the words of a parameter stand on both sides of another's: `-name a -delete -name b`. No rule can say so. */
function isInterleaved(given: ArgvReading['given']): boolean {
  return given.some((one) =>
    one.words.some((word, at) =>
      given.some(
        (other) => other !== one && other.words.some((own) => own > (one.words[at - 1] ?? word) && own < word),
      ),
    ),
  );
}

function isOpen({ parameter: { kind, source } }: Change): boolean {
  if (kind === 'option') return OPENED.test(source.name);
  return source.name === 'command' || ('x-command' in source && source['x-command'] === true);
}
