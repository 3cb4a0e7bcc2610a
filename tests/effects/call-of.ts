import { callEffects, type AtipEffects, type AtipTool, mapToCommand } from '@atip/core';
import { inferEffects } from '../../packages/core/src/importers/effects/infer-effects.ts';
import { programRow } from '../../packages/core/src/importers/effects/known-programs.ts';
import { verdictOf } from './verdict.ts';
import { readShellLine } from './read-shell-line.ts';

/** Programs that run the rest of their words, with those of their flags that take a value. */
const WRAPPERS: Readonly<Record<string, string>> = {
  sudo: '-u -g -h -p -C',
  doas: '-u',
  env: '-u -C -S',
  command: '',
  nohup: '',
  nice: '-n',
  ionice: '-c -n',
  time: '',
  timeout: '-s -k',
  xargs: '-I -n -P -d -L',
  exec: '',
  setsid: '',
  builtin: '',
};

const SHELLS: ReadonlySet<string> = new Set(['bash', 'sh', 'zsh', 'dash']);

/** A word of a command's path, and not a file, a number or a value. */
const PATH_WORD = /^[A-Za-z][A-Za-z0-9_:.-]*$/;
const MAX_SUBCOMMANDS = 3;

/** What a label's command line does, as `inferEffects` and the effects of its flags tell it: the worst of all its programs. */
export function effectsOfLine(line: string): AtipEffects[] {
  return readShellLine(line).flatMap(({ words, writesFile }) => {
    const own = effectsOfWords(words);
    return writesFile ? [...own, { filesystem: { write: true }, destructive: true }] : own;
  });
}

function effectsOfWords(all: readonly string[]): AtipEffects[] {
  const words = all.filter(
    (word, index) => !(/^[A-Za-z_]\w*=/.test(word) && all.slice(0, index).every((one) => one.includes('='))),
  );
  const [program = ''] = words;
  const name = program.replace(/^.*\//, '').toLowerCase();
  if (name === '') return [];
  if (name === 'command' && /^-[vV]$/.test(words[1] ?? ''))
    return [{ filesystem: { write: false }, destructive: false }];
  const takesValue = Object.hasOwn(WRAPPERS, name) ? WRAPPERS[name] : undefined;
  if (takesValue !== undefined) {
    const inner = afterFlags(words.slice(1), takesValue.split(' '), name === 'timeout');
    if (inner.length > 0) return effectsOfWords(inner);
  }
  const script = SHELLS.has(name) && words.indexOf('-c') > 0 ? words[words.indexOf('-c') + 1] : undefined;
  if (script !== undefined) return effectsOfLine(script);
  // Every length that the path may have: which words are operands nobody said.
  return [
    pathsOf([name, ...words.slice(1)])
      .map((path) => effectsOfCall(path, words.slice(1)))
      .reduce(worse),
  ];
}

function afterFlags(words: readonly string[], takingValue: readonly string[], oneOperand: boolean): string[] {
  let index = 0;
  while (index < words.length && ((words[index] ?? '').startsWith('-') || /^\w+=/.test(words[index] ?? '')))
    index += takingValue.includes(words[index] ?? '') ? 2 : 1;
  return words.slice(oneOperand ? index + 1 : index);
}

function pathsOf(words: readonly string[]): string[][] {
  const [program = '', ...rest] = words;
  // A flag before the subcommand may take the word after it as its value: both readings are tried.
  const bare = rest.filter((word) => !word.startsWith('-'));
  const named = takeWhile(bare, (word) => PATH_WORD.test(word)).slice(0, MAX_SUBCOMMANDS);
  const later = rest[0]?.startsWith('-')
    ? takeWhile(bare.slice(1), (word) => PATH_WORD.test(word)).slice(0, MAX_SUBCOMMANDS)
    : [];
  const known = [named, later].flatMap((list) => {
    for (let length = list.length; length > 0; length--) {
      const path = [program, ...list.slice(0, length)];
      if (programRow(path)) return [path];
    }
    return [];
  });
  if (known.length > 0) return known;
  if (programRow([program]) && !['git', 'apt'].includes(program)) return [[program]];
  const tried = [named, later].flatMap((list) => list.map((_, index) => [program, ...list.slice(0, index + 1)]));
  return tried.length > 0 ? tried : [[program]];
}

function takeWhile(list: readonly string[], test: (item: string) => boolean): string[] {
  const stop = list.findIndex((item) => !test(item));
  return stop < 0 ? [...list] : list.slice(0, stop);
}

/** The effects of a command with all the flags of the line given, through the same functions that decide about a call. */
export function effectsOfCall(
  path: readonly string[],
  words: readonly string[],
  described: Readonly<Record<string, string>> = {},
): AtipEffects {
  const flags = [...new Set(words.flatMap((word) => flagsIn(word)))];
  const options = flags.map((flag, index) => ({
    name: `f${index}`,
    flags: [flag],
    type: 'string' as const,
    description: described[flag] ?? '',
  }));
  const found = inferEffects({ path, description: described[''] ?? '', options });
  const command = {
    description: '',
    effects: found.effects,
    options: options.map((option) => {
      const raise = found.options[option.name];
      return raise ? { ...option, 'x-effects': raise.effects } : option;
    }),
  };
  const tool: AtipTool = {
    atip: '0.4',
    name: 'tool',
    version: '1',
    description: 'A program',
    commands: { run: command },
  };
  const mapping = mapToCommand('tool_run', [tool]);
  return callEffects(mapping, Object.fromEntries(options.map(({ name }) => [name, 'given'])));
}

/** `-rf` is `-rf`, `-r` and `-f`; `--name=value` is `--name`; `+x` and `:branch` are none. */
function flagsIn(word: string): string[] {
  if (word.startsWith('--')) return [word.split('=')[0] ?? word];
  if (!/^-[A-Za-z]/.test(word)) return [];
  const letters = /^-[A-Za-z]{2,6}$/.test(word) ? [...word.slice(1)].map((letter) => `-${letter}`) : [];
  return [word.split('=')[0] ?? word, word.slice(0, 2), ...letters];
}

/** A reading that says nothing gives way to one that says something, save where it is that anything may be run. */
function rank(effects: AtipEffects): number {
  const verdict = verdictOf(effects);
  if (verdict === 'destructive') return 4;
  if (verdict === 'write') return 3;
  return effects.subprocess === true ? 2 : verdict === 'read' ? 1 : 0;
}

/** Of two readings of one line the one that does more harm. */
function worse(one: AtipEffects, other: AtipEffects): AtipEffects {
  return rank(one) >= rank(other) ? one : other;
}
