// needs: bwrap
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ATIP } from '../../atip.ts';
import { IS_LONG } from '../../long.ts';
import { ATTACKS, carryOut } from './attack.ts';
import { bundleSource, MUTANT } from './bundle-source.ts';
import { GUARDS, type Guard } from './guards.ts';
import { callText, sendRaw, shortAnswer } from './requests.ts';
import { bundleCompanion, type Program, startTarget, type Target } from './start-target.ts';

const cli = mkdtempSync(join(tmpdir(), 'atip-cli-'));
/** That an attack would get through says something of the attack; the attacks themselves are always made. */
const TRIED = GUARDS.filter((_, at) => IS_LONG || at % 8 === 0);
const OURS = TRIED.filter(({ program }) => program === undefined);
const THEIRS = TRIED.filter(({ program }) => program === 'atip');
let program: Program;
/** With all its guards. */
let target: Target;
let atip = ATIP;

beforeAll(async () => {
  program = await bundleCompanion(OURS.map(mutantOf));
  target = { ...(await startTarget(program)), atip: ATIP };
  if (THEIRS.length > 0) atip = await bundleSource('packages/cli/src/main.ts', cli, THEIRS.map(mutantOf));
});

afterAll(async () => {
  await target?.stop();
  program?.remove();
  rmSync(cli, { recursive: true, force: true });
});

function mutantOf({ mutation, behindIt = [] }: Guard) {
  return [mutation, ...behindIt];
}

/** A companion, or the command line beside it, without a guard. */
async function without(guard: Guard): Promise<Target> {
  const [ours, theirs] = [OURS.indexOf(guard), THEIRS.indexOf(guard)];
  const target = await startTarget(program, {}, ours === -1 ? undefined : ours);
  onTestFinished(target.stop);
  const env = { ...target.scene.env, ...(theirs !== -1 && { [MUTANT]: String(theirs) }) };
  return { ...target, atip, scene: { ...target.scene, env } };
}

test('the request that the attacks are made from runs a program, and the machine shows it', async () => {
  const answer = shortAnswer(await sendRaw(target.port, callText(target)));
  expect([answer, target.scene.effect(), target.scene.effect()]).toStrictEqual(['200', 'a program ran', 'none']);
});

describe.each(ATTACKS)('%s', (_group, attacks) => {
  test.each(attacks)('$name', async (attack) => {
    expect(await carryOut(attack, target)).toStrictEqual({ answer: attack.answer, effect: 'none' });
  });
});

test.each(TRIED)('without it, an attack gets through: $name', async (guard) => {
  const [attack, another] = ATTACKS.flatMap(([, attacks]) => attacks.filter(({ name }) => name === guard.attack));
  if (attack === undefined || another !== undefined) throw new Error(`Not one attack is called ${guard.attack}.`);
  const { answer, effect } = guard;
  expect(await carryOut(attack, await without(guard))).toStrictEqual({ answer, effect });
});
