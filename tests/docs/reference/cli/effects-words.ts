import type { AtipEffects } from '@atip/core';

/** What is said of a field that is true, and of one that is false. */
type Words = readonly [stated: string, denied: string];

const WORDS: readonly (readonly [read: (effects: AtipEffects) => boolean | undefined, words: Words, name: string])[] = [
  [(effects) => effects.filesystem?.read, ['reads files', 'reads no files'], 'reading files'],
  [(effects) => effects.filesystem?.write, ['writes files', 'writes none'], 'writing files'],
  [(effects) => effects.filesystem?.delete, ['may delete files', 'deletes none'], 'deleting files'],
  [(effects) => effects.network, ['uses the network', 'no network'], 'the network'],
  [(effects) => effects.subprocess, ['starts programs', 'starts no program'], 'starting programs'],
  [(effects) => effects.destructive, ['may destroy', 'destroys nothing'], 'destroying'],
  [(effects) => effects.reversible, ['can be undone', 'may not be undone'], 'undoing'],
  [(effects) => effects.idempotent, ['a repetition changes nothing', 'a repetition may do it again'], 'repetition'],
  [(effects) => effects.interactive?.prompts, ['may ask at a terminal', 'asks nobody'], 'asking'],
  [(effects) => effects.cost?.billable, ['may cost money', 'free'], 'cost'],
];

const STDIN: Readonly<Record<string, string>> = {
  none: 'reads no standard input',
  optional: 'may read standard input',
  required: 'needs standard input',
  password: 'wants a password',
};

/** What "changes nothing" says already. */
const HARM: readonly string[] = ['writing files', 'deleting files', 'destroying'];

function changesNothing({ destructive, filesystem }: AtipEffects): boolean {
  return destructive === false && filesystem?.write === false && filesystem.delete === false;
}

/** What a command's own document says that it does; what it does not say is named as such. */
export function effectsWords(effects: AtipEffects): string {
  const said = changesNothing(effects) ? ['changes nothing'] : [];
  for (const [read, [stated, denied], name] of WORDS) {
    const value = read(effects);
    const isSaid = said.length > 0 && value === false && HARM.includes(name);
    if (value !== undefined && !isSaid) said.push(value ? stated : denied);
  }
  const stdin = effects.interactive?.stdin;
  if (stdin !== undefined) said.push(STDIN[stdin] ?? stdin);
  const open = WORDS.filter(([read]) => read(effects) === undefined).map(([, , name]) => name);
  return `${said.join(', ')}.${open.length > 0 ? ` Not stated: ${open.join(', ')}.` : ''}`;
}
