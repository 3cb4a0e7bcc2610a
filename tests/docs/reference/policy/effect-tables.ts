import { type AtipEffects, mergeEffects, safetyFlags, sandboxAccess } from '@atip/core';
import { code, table } from '../markdown.ts';

/** A field of effects: how the document writes it, what it says, and values to merge, the harmless one first. */
type Field = readonly [name: string, says: string, better: AtipEffects, worse: AtipEffects];

const FIELDS: readonly Field[] = [
  ['destructive', 'It destroys something for good', { destructive: false }, { destructive: true }],
  ['reversible', 'What it does can be undone', { reversible: true }, { reversible: false }],
  ['idempotent', 'Doing it again changes nothing more', { idempotent: true }, { idempotent: false }],
  ['network', 'It uses the network', { network: false }, { network: true }],
  ['subprocess', 'It starts other programs', { subprocess: false }, { subprocess: true }],
  ['filesystem.read', 'It reads files', { filesystem: { read: false } }, { filesystem: { read: true } }],
  ['filesystem.write', 'It writes files', { filesystem: { write: false } }, { filesystem: { write: true } }],
  ['filesystem.delete', 'It deletes files', { filesystem: { delete: false } }, { filesystem: { delete: true } }],
  ['filesystem.paths', 'Where', { filesystem: { paths: ['a'] } }, { filesystem: { paths: ['b'] } }],
  ['creates', 'What comes into being: `branch`, `issue`', { creates: ['a'] }, { creates: ['b'] }],
  ['modifies', 'What is changed', { modifies: ['a'] }, { modifies: ['b'] }],
  ['deletes', 'What is gone', { deletes: ['a'] }, { deletes: ['b'] }],
  [
    'interactive.stdin',
    'What it does with its input',
    { interactive: { stdin: 'none' } },
    { interactive: { stdin: 'password' } },
  ],
  ['interactive.prompts', 'It asks', { interactive: { prompts: false } }, { interactive: { prompts: true } }],
  ['interactive.tty', 'It needs a terminal', { interactive: { tty: false } }, { interactive: { tty: true } }],
  ['cost.billable', 'It may cost money', { cost: { billable: false } }, { cost: { billable: true } }],
  ['cost.estimate', 'How much', { cost: { estimate: 'free' } }, { cost: { estimate: 'high' } }],
  ['duration.typical', 'How long it takes, in words', { duration: { typical: '1s' } }, { duration: { typical: '9s' } }],
  ['duration.timeout', 'After how long it is ended', { duration: { timeout: '1s' } }, { duration: { timeout: '9s' } }],
];

/** The names that the table is about; a test holds them against the type. */
export const EFFECT_NAMES: readonly string[] = FIELDS.map(([name]) => name);

/** Each field with what comes of two levels that disagree, merged by `mergeEffects` itself, and its flag. */
export function effectTable(): string {
  const rows = FIELDS.map(([name, says, better, worse]) => {
    const above = fieldOf(mergeEffects(worse, better), name);
    const below = fieldOf(mergeEffects(better, worse), name);
    const merged = above === below ? code(above) : `the nearest: ${code(above)} over ${code(below)}`;
    const flags = [better, worse].flatMap((effects) => safetyFlags(effects));
    return [
      code(name),
      says,
      `${code(fieldOf(better, name))} and ${code(fieldOf(worse, name))}`,
      merged,
      flags.join(', '),
    ];
  });
  return table(['field', 'says', 'two levels', 'merged', 'flag for the model'], rows);
}

function fieldOf(effects: AtipEffects, name: string): string {
  const value = name
    .split('.')
    .reduce<unknown>((inner, key) => (isObject(inner) ? Reflect.get(inner, key) : undefined), effects);
  return JSON.stringify(Array.isArray(value) ? [...value].sort() : value);
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

const STATED: Readonly<Record<string, AtipEffects>> = {
  'nothing at all': {},
  '`network: true`': { network: true },
  '`filesystem.write: true`': { filesystem: { write: true } },
  '`filesystem.write: true, paths: ["build"]`': { filesystem: { write: true, paths: ['build'] } },
  '`filesystem.write: true, paths: []`': { filesystem: { write: true, paths: [] } },
  '`filesystem.delete: true`': { filesystem: { delete: true } },
  '`filesystem.read: false`': { filesystem: { read: false } },
  '`filesystem.write: false, network: false`': { filesystem: { write: false }, network: false },
};

/** What a sandbox gives for what is stated, from `sandboxAccess` itself. */
export function sandboxTable(): string {
  const rows = Object.entries(STATED).map(([says, effects]) => {
    const { network, changes, emptyHome, unstated } = sandboxAccess(effects);
    const places = typeof changes === 'string' ? changes.replaceAll('-', ' ') : changes.map(code).join(', ');
    return [says, network ? 'yes' : 'no', places, emptyHome ? 'an empty one' : 'read-only', unstated.join(', ')];
  });
  return table(
    ['the document states', 'network', 'may change, below your writable roots', 'home', 'not stated, so not given'],
    rows,
  );
}
