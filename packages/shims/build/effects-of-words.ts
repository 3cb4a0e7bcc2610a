import type { AtipEffects } from '@atip/core';

/** Words that stand for several. */
const SHORT: ReadonlyMap<string, readonly string[]> = new Map([
  ['looks', ['reads', 'only', 'idempotent', 'no-irreversible']],
  ['anything', ['reads', 'writes', 'deletes', 'network', 'runs', 'destructive', 'irreversible']],
]);

/** What `only` denies where the row does not state it. */
const DENIED = ['writes', 'deletes', 'network', 'runs', 'destructive'];

const KNOWN = new Set([...DENIED, 'reads', 'irreversible', 'idempotent', 'prompts', 'billable']);

/**
 * What the words of a row of the table say as effects.
 *
 * Shape: `["reads", "runs", "only"]` → reads and starts programs, and nothing else; `["destructive"]` → destructive, the
 * rest unknown. `no-` before a word states false. `["nothing"]` → no effects, which for an option says that it adds none.
 *
 * @param at of the row, for messages
 * @throws Error for a word that is none, or one that is both stated and denied
 */
export function effectsOfWords(words: readonly string[], at: string): AtipEffects {
  const stated = new Map<string, boolean>();
  const all = words.flatMap((word) => SHORT.get(word) ?? [word]);
  for (const word of all) {
    if (word === 'only' || word === 'nothing') continue;
    const name = word.replace(/^no-/, '');
    if (!KNOWN.has(name)) throw new Error(`${at}: "${word}" is no effect`);
    if (stated.get(name) === (word !== name)) throw new Error(`${at}: "${name}" is stated and denied`);
    stated.set(name, word === name);
  }
  if (all.includes('nothing') && all.length > 1) throw new Error(`${at}: "nothing" stands alone`);
  if (all.includes('only')) for (const name of DENIED) if (!stated.has(name)) stated.set(name, false);
  return toEffects((name) => stated.get(name));
}

function toEffects(of: (name: string) => boolean | undefined): AtipEffects {
  const filesystem = defined({ read: of('reads'), write: of('writes'), delete: of('deletes') });
  const irreversible = of('irreversible');
  return defined({
    filesystem: Object.keys(filesystem).length > 0 ? filesystem : undefined,
    network: of('network'),
    subprocess: of('runs'),
    idempotent: of('idempotent'),
    reversible: irreversible === undefined ? undefined : !irreversible,
    destructive: of('destructive'),
    interactive: of('prompts') === undefined ? undefined : defined({ prompts: of('prompts') }),
    cost: of('billable') === undefined ? undefined : defined({ billable: of('billable') }),
  });
}

type Defined<Fields> = { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> };

/** Without the fields that have no value: an absent effect is unknown. */
function defined<Fields extends object>(fields: Fields): Defined<Fields> {
  // Object.entries forgets which key has which value.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<Fields>;
}
