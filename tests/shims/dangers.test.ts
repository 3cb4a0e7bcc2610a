import { type AtipEffects, POLICY_PRESETS, type PolicyPresetName } from '@atip/core';
import { checkPolicy } from '@atip/core/execute';
import { effectsOf as effectsOfCall } from '@atip/core/internal';
import { expect, test } from 'vitest';
import { readTable } from '../read-table.ts';
import { mappingOf } from './shims.ts';

/** A command and what a call gives it. */
type Call = readonly [command: string, args: Readonly<Record<string, unknown>>];

const ROWS = readTable('tests/shims/dangers.tsv');
const callsThat = (does: string): readonly Call[] =>
  ROWS.filter((row) => row[0] === does).map(([, command = '', args]) => [command, JSON.parse(args || '{}')]);

const DESTRUCTIVE = callsThat('destroys');
const LOOKS = callsThat('looks');

async function effectsOf([command, args]: Call): Promise<AtipEffects> {
  return effectsOfCall(await mappingOf(command), args);
}

/** The calls of which something does not hold. */
async function without(calls: readonly Call[], holds: (effects: AtipEffects) => boolean): Promise<string[]> {
  const effects = await Promise.all(calls.map(effectsOf));
  return calls.filter((_, index) => !holds(effects[index] ?? {})).map((call) => JSON.stringify(call));
}

/** The calls that a policy lets through without asking anybody. */
async function allowed(calls: readonly Call[], policy: PolicyPresetName): Promise<string[]> {
  const decisions = await Promise.all(
    calls.map(async ([command, args]) => {
      const call = { id: 'x', name: command, arguments: { ...args } };
      const mapping = { ...(await mappingOf(command)), effects: await effectsOf([command, args]) };
      return checkPolicy(call, mapping, POLICY_PRESETS[policy]).decision;
    }),
  );
  return calls.filter((_, index) => decisions[index] === 'allow').map((call) => JSON.stringify(call));
}

test('what destroys or ends processes is known to', async () => {
  expect(await without(DESTRUCTIVE, (one) => one.destructive === true || one['x-ends'] === 'processes')).toStrictEqual(
    [],
  );
  expect(await allowed(DESTRUCTIVE, 'standard')).toStrictEqual([]);
});

test('what writes is known to', async () => {
  expect(await without(callsThat('writes'), ({ filesystem }) => filesystem?.write === true)).toStrictEqual([]);
});

test('what runs programs of others is known to', async () => {
  expect(await without(callsThat('runs programs'), ({ subprocess }) => subprocess === true)).toStrictEqual([]);
});

test('what only looks says so in full', async () => {
  const isStated = ({ filesystem, network, subprocess, destructive }: AtipEffects): boolean =>
    [filesystem?.write, filesystem?.delete, network, subprocess, destructive].every((value) => value === false);
  expect(await without(LOOKS, isStated)).toStrictEqual([]);
  expect(await allowed(LOOKS, 'read-only')).toHaveLength(LOOKS.length);
});

test('each list has calls', () => {
  expect(['destroys', 'writes', 'runs programs', 'looks'].map((does) => callsThat(does).length)).toStrictEqual([
    105, 16, 30, 34,
  ]);
});
