// needs: bwrap
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ATIP } from '../../atip.ts';
import { ATTACKS, carryOut } from './attack.ts';
import { callText, sendRaw, shortAnswer } from './requests.ts';
import { bundleCompanion, type Program, startTarget, type Target } from './start-target.ts';

let program: Program;
let target: Target;

beforeAll(async () => {
  program = await bundleCompanion();
  target = { ...(await startTarget(program)), atip: ATIP };
});

afterAll(async () => {
  await target?.stop();
  program?.remove();
});

test('the request that the attacks are made from runs a program, and the machine shows it', async () => {
  const answer = shortAnswer(await sendRaw(target.port, callText(target)));
  expect([answer, target.scene.effect(), target.scene.effect()]).toStrictEqual(['200', 'a program ran', 'none']);
});

describe.each(ATTACKS)('%s', (_group, attacks) => {
  test.each(attacks)('$name', async (attack) => {
    expect(await carryOut(attack, target)).toStrictEqual({ answer: attack.answer, effect: 'none' });
  });
});
