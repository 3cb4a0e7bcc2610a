import {
  type AtipEffects,
  type AtipTool,
  checkPolicy,
  defaultPolicyFor,
  type ExecutionPolicy,
  EXECUTION_POLICY_DEFAULTS,
  mapToCommand,
  policyMatrix,
  POLICY_PRESETS,
  sandboxModeFor,
  TRUST_SOURCES,
  type TrustSource,
} from '@atip/core';
import { code, table } from '../markdown.ts';

const STATES_NOTHING_BAD: AtipEffects = {
  ...{ destructive: false, reversible: true, idempotent: true, network: false, subprocess: false },
  filesystem: { read: true, write: false, delete: false },
  interactive: { stdin: 'none', prompts: false, tty: false },
  cost: { billable: false, estimate: 'free' },
};

/** A command that changes something, so that no answer follows from its being read-only. */
const WRITES: AtipEffects = { ...STATES_NOTHING_BAD, filesystem: { read: true, write: true, delete: false } };

/** The same with one statement taken back. */
const without = (...names: (keyof AtipEffects)[]): AtipEffects =>
  Object.fromEntries(Object.entries(WRITES).filter(([name]) => !names.some((one) => one === name)));

/** What a command says of itself, by what the page calls it. */
const COMMANDS: Readonly<Record<string, AtipEffects>> = {
  'reads, sends nothing': STATES_NOTHING_BAD,
  'writes files': WRITES,
  'deletes files': { ...WRITES, filesystem: { read: true, write: true, delete: true } },
  'uses the network': { ...STATES_NOTHING_BAD, network: true },
  'is destructive': { ...WRITES, destructive: true },
  'cannot be undone': { ...WRITES, reversible: false },
  'costs money': { ...STATES_NOTHING_BAD, network: true, cost: { billable: true, estimate: 'high' } },
  'asks at a terminal': { ...WRITES, interactive: { prompts: true } },
  'does not say whether it destroys': without('destructive'),
  'does not say whether it can be undone': without('reversible'),
  'does not say what it costs': { ...without('cost'), network: true },
  'says nothing at all': {},
};

/** What `checkPolicy` answers, with the rule that decided; `unknown` where it took the worst of what is not stated. */
function answer(effects: AtipEffects, source: TrustSource, policy: ExecutionPolicy): string {
  const tool: AtipTool = {
    ...{ atip: { version: '0.4' }, name: 'demo', version: '1.0', description: 'A tool', trust: { source } },
    commands: { go: { description: 'Goes', effects } },
  };
  const call = { id: '1', name: 'demo_go', arguments: {} };
  const { decision, rule } = checkPolicy(call, mapToCommand(call.name, [tool]), policy);
  const cell = policyMatrix([tool], { policy }).rows[0]?.cells[0];
  if (cell?.decision !== decision || cell.rule !== rule) throw new Error('checkPolicy and policyMatrix disagree.');
  return rule === undefined ? decision : `${decision} ${code(rule)}${cell.assumed === true ? ' (unknown)' : ''}`;
}

/** Each command against each preset, its metadata written by the tool's own author. */
export function presetTable(): string {
  const presets = Object.entries(POLICY_PRESETS);
  const rows = Object.entries(COMMANDS).map(([name, effects]) => [
    name,
    ...presets.map(([, policy]) => answer(effects, 'native', policy)),
  ]);
  return table(['the command', ...presets.map(([name]) => code(name))], rows);
}

/** Each command against what suits each source of metadata. */
export function trustTable(): string {
  const rows = Object.entries(COMMANDS).map(([name, effects]) => [
    name,
    ...TRUST_SOURCES.map((source) => answer(effects, source, defaultPolicyFor(source))),
  ]);
  return table(['the command', ...TRUST_SOURCES.map(code)], rows);
}

/** What each field does alone to a command that states its effect, and to one that is silent about all. */
export function fieldTable(): string {
  const rows = FIELDS.map(([field, value, effects, about]) => {
    const policy: ExecutionPolicy = { [field]: value };
    const preset = Object.entries(EXECUTION_POLICY_DEFAULTS).find(([name]) => name === field)?.[1];
    return [
      code(`${field}: ${JSON.stringify(value)}`),
      about,
      answer(effects, 'community', policy),
      answer({}, 'community', policy),
      preset === undefined ? '' : code(JSON.stringify(preset)),
    ];
  });
  return table(
    ['field alone', 'restricts', 'a command that states it', 'one that says nothing', 'default when run'],
    rows,
  );
}

type Field = readonly [name: keyof ExecutionPolicy, value: unknown, effects: AtipEffects, about: string];

const FIELDS: readonly Field[] = [
  ['minTrustLevel', 'org', STATES_NOTHING_BAD, 'metadata of a less trusted source'],
  ['allowDestructive', false, COMMANDS['is destructive'] ?? {}, 'what destroys data for good'],
  ['allowNonReversible', false, COMMANDS['cannot be undone'] ?? {}, 'what cannot be undone'],
  ['allowBillable', false, COMMANDS['costs money'] ?? {}, 'what may cost money'],
  ['allowFilesystemDelete', false, COMMANDS['deletes files'] ?? {}, 'what deletes files'],
  ['allowFilesystemWrite', false, WRITES, 'what writes files'],
  ['allowNetwork', false, COMMANDS['uses the network'] ?? {}, 'what uses the network'],
  ['maxCostEstimate', 'low', COMMANDS['costs money'] ?? {}, 'what costs more'],
  ['allowInteractive', false, COMMANDS['asks at a terminal'] ?? {}, 'what wants a person at a terminal'],
  ['requireReadOnly', true, WRITES, 'what changes anything'],
  ['confirmAll', true, STATES_NOTHING_BAD, 'every call'],
];

/** The fields that the table is about; a test holds them against the rules of the sources. */
export const FIELD_NAMES: readonly string[] = FIELDS.map(([name]) => name);

/** What each source of metadata means for whether a call has to be held. */
export function sourceTable(): string {
  const rows = TRUST_SOURCES.map((source) => [code(source), SOURCE_WORDS[source], code(sandboxModeFor({}, source))]);
  return table(['source', 'who says so', 'sandbox, unless the policy says otherwise'], rows);
}

const SOURCE_WORDS: Readonly<Record<TrustSource, string>> = {
  native: 'the program itself, asked with `--agent`, where root alone can change it',
  vendor: 'such a program, when its answer claims no more than this',
  org: 'your organisation: a file that root alone can change',
  community: 'somebody else: a program that its user can change, a registry, what we bring along',
  user: 'you: a file in your home, or a document that a program hands to the library',
  inferred: 'nobody: read out of a help text, or not stated',
};
