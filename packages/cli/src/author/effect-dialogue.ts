import type { AtipEffects } from '@atip/core';
import { unstatedEffects } from '@atip/core/internal';
import { plainLine } from '../terminal/text.ts';
import type { Paint } from '../terminal/style.ts';
import type { OpenCommand } from './open-effects.ts';

/** One fact that the dialogue asks for: a small letter means yes, the capital one no. */
interface Fact {
  readonly letter: string;
  readonly field: string;
  readonly words: string;
}

const FACTS: readonly Fact[] = [
  { letter: 'r', field: 'filesystem.read', words: 'reads files' },
  { letter: 'w', field: 'filesystem.write', words: 'writes files' },
  { letter: 'd', field: 'filesystem.delete', words: 'deletes files' },
  { letter: 'n', field: 'network', words: 'uses the network' },
  { letter: 'p', field: 'subprocess', words: 'starts other programs' },
  { letter: 'x', field: 'destructive', words: 'destroys something' },
  { letter: 'u', field: 'reversible', words: 'can be undone' },
  { letter: 'm', field: 'cost.billable', words: 'costs money' },
];

/** The key that keeps or drops the rest of a guess, such as lists of what is deleted. */
const ALSO = 'also';

/** The key for a command that only reads. */
const ONLY_LOOKS: Readonly<Record<string, boolean>> = {
  'filesystem.write': false,
  'filesystem.delete': false,
  network: false,
  subprocess: false,
  destructive: false,
  reversible: true,
  'cost.billable': false,
};

/** Values by the name of an effect. Absent names are open. */
export type Facts = Readonly<Record<string, boolean>>;

/** A person's answer: the values, where to go, or the input that we could not read. */
export type Answer = {
  readonly go: 'take' | 'skip' | 'back' | 'quit' | 'again';
  readonly facts: Facts;
  readonly problem?: string;
};

/** The facts of a guess and of the stated effects. */
export function factsOf(effects: AtipEffects): Facts {
  const { filesystem = {} } = effects;
  const all: Readonly<Record<string, unknown>> = {
    'filesystem.read': filesystem.read,
    'filesystem.write': filesystem.write,
    'filesystem.delete': filesystem.delete,
    network: effects.network,
    subprocess: effects.subprocess,
    destructive: effects.destructive,
    reversible: effects.reversible,
    'cost.billable': effects.cost?.billable,
  };
  const known = Object.entries(all).filter((entry): entry is [string, boolean] => typeof entry[1] === 'boolean');
  return Object.fromEntries(known);
}

/** Reads a line: an empty one accepts the facts, letters change them, and `s`, `b`, `q` alone go elsewhere. */
export function readAnswer(line: string, facts: Facts): Answer {
  const typed = line.trim();
  if (typed === '') return { go: 'take', facts };
  const moves = { s: 'skip', b: 'back', q: 'quit', '?': 'again' } as const;
  if (typed === 's' || typed === 'b' || typed === 'q' || typed === '?') return { go: moves[typed], facts };
  const changed: Record<string, boolean> = { ...facts };
  for (const letter of typed.replaceAll(/[\s,]/g, '')) {
    if (letter === '-') {
      changed[ALSO] = facts[ALSO] === false;
      continue;
    }
    const fact = FACTS.find((one) => one.letter === letter.toLowerCase());
    // A read-only command changes nothing that a list could name.
    if (letter === 'l') Object.assign(changed, ONLY_LOOKS, { [ALSO]: false });
    else if (fact === undefined)
      return { go: 'again', facts, problem: `${JSON.stringify(letter)} is not one of the letters.` };
    else changed[fact.field] = letter === fact.letter;
  }
  return { go: 'again', facts: changed };
}

export function writeQuestion(
  { usage, description, stated, guess, reasons }: OpenCommand,
  facts: Facts,
  { at, all, paint }: { readonly at: number; readonly all: number; readonly paint: Paint },
): string {
  const said = factsOf(stated);
  const lines = FACTS.map(({ letter, field, words }) => {
    const value = facts[field];
    const shown = value === undefined ? paint('yellow', '?  ') : value ? 'yes' : 'no ';
    const isOurs = value !== undefined && said[field] === undefined && reasons[field] !== undefined;
    const why = said[field] === value && value !== undefined ? 'the document says so' : isOurs ? reasons[field] : '';
    return `  ${paint('bold', letter)}  ${words.padEnd(22)} ${shown}  ${paint('dim', plainLine(why ?? ''))}`.trimEnd();
  });
  const rest = Object.entries(restOf({ ...guess, ...stated }));
  const also = rest.map(([field, value]) => `${field} ${typeof value === 'string' ? value : JSON.stringify(value)}`);
  if (also.length > 0)
    lines.push(
      `  ${paint('bold', '-')}  also: ${plainLine(also.join(', '))}${facts[ALSO] === false ? ' (left out)' : ''}`,
    );
  const heading = `${at} of ${all}  ${paint('bold', plainLine(usage))}`;
  return `\n${heading}\n  ${plainLine(description)}\n\n${lines.join('\n')}\n`;
}

/** Explains the letters, once. */
export const INSTRUCTIONS = `For each command: Enter accepts what is shown. A letter says yes, its capital no: "wN" is "writes files, does
not use the network". l: it only looks. -: leaves the rest of a guess out. s skips, b goes back, q saves and
stops. Each answer is saved at once.
`;

/** Names the open facts that a policy decides by. */
export function stillOpen(command: OpenCommand, facts: Facts): string[] {
  const open = unstatedEffects(effectsOf(command, facts));
  return FACTS.filter(({ field }) => open.includes(field)).map(
    ({ words, letter }) => `${words} (${letter} or ${letter.toUpperCase()})`,
  );
}

/** The effects of an answer. The rest of a guess, such as lists of what is deleted, is kept unless the person dropped it. */
export function effectsOf({ stated, guess }: OpenCommand, facts: Facts): AtipEffects {
  const files = (['read', 'write', 'delete'] as const).flatMap((name): [string, boolean][] => {
    const value = facts[`filesystem.${name}`];
    return value === undefined ? [] : [[name, value]];
  });
  const billable = facts['cost.billable'];
  const others = FACTS.filter(({ field }) => !field.includes('.')).flatMap(({ field }): [string, boolean][] => {
    const value = facts[field];
    return value === undefined ? [] : [[field, value]];
  });
  return {
    ...(files.length > 0 && { filesystem: { ...stated.filesystem, ...Object.fromEntries(files) } }),
    ...Object.fromEntries(others),
    ...(billable !== undefined && { cost: { ...stated.cost, billable } }),
    ...restOf(facts[ALSO] === false ? stated : { ...guess, ...stated }),
  };
}

/** Everything that no letter asks for. */
function restOf(effects: AtipEffects): AtipEffects {
  const {
    filesystem: _files,
    network: _network,
    subprocess: _runs,
    destructive: _harm,
    reversible: _undo,
    cost: _cost,
    ...rest
  } = effects;
  return rest;
}
