// needs: bwrap
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { allAttacks } from './all-attacks.ts';
import { type Attack, carryOut } from './attack.ts';
import { bundleSource, type Mutation } from './bundle-source.ts';
import { GUARDS } from './guards.ts';
import { bundleCompanion, type Program, startTarget, type Target } from './start-target.ts';
import { tableOf } from './table-of.ts';

const cli = mkdtempSync(join(tmpdir(), 'atip-cli-'));
const rows: string[][] = [];
let program: Program;
let intact: Target;

beforeAll(async () => {
  program = await bundleCompanion();
  intact = await startTarget(program);
}, 120_000);

afterAll(async () => {
  await intact?.stop();
  program?.remove();
  rmSync(cli, { recursive: true, force: true });
  process.stdout.write(tableOf(['guard', 'attack', 'with', 'without'], rows));
});

/** The attack of a name, with the command line bundled as it is, or changed. */
async function findAttack(name: string, mutations: readonly Mutation[]): Promise<Attack> {
  const directory = mkdtempSync(join(cli, 'bundle-'));
  const file = /as shown|sequences in metadata/.test(name)
    ? await bundleSource('packages/cli/src/main.ts', directory, mutations)
    : '';
  const found = allAttacks(file).flatMap(([, attacks]) => attacks.filter((attack) => attack.name === name));
  const [attack] = found;
  if (attack === undefined || found.length > 1) throw new Error(`${found.length} attacks are called ${name}.`);
  return attack;
}

async function without({ program: changed, mutation, behindIt, attack: name }: (typeof GUARDS)[number]) {
  const mutations = behindIt === undefined ? [mutation] : [mutation, behindIt];
  const [ours, theirs] = changed === 'atip' ? [[], mutations] : [mutations, []];
  const mutant = await bundleCompanion(ours);
  onTestFinished(mutant.remove);
  const target = await startTarget(mutant);
  onTestFinished(target.stop);
  return carryOut(await findAttack(name, theirs), target);
}

test.each(GUARDS)('without it, an attack gets through: $name', { timeout: 60_000 }, async (guard) => {
  const attack = await findAttack(guard.attack, []);
  const held = await carryOut(attack, intact);
  const open = await without(guard);
  rows.push([guard.name, guard.attack, `${held.answer}, ${held.effect}`, `${open.answer}, ${open.effect}`]);
  expect(held).toStrictEqual({ answer: attack.answer, effect: 'none' });
  expect(open).toStrictEqual({ answer: guard.answer, effect: guard.effect });
});
