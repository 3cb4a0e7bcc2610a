// needs: bwrap
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allAttacks } from './all-attacks.ts';
import { carryOut } from './attack.ts';
import { bundleSource } from './bundle-source.ts';
import { callText } from './call-text.ts';
import { sendRaw, shortAnswer } from './send-raw.ts';
import { bundleCompanion, type Program, startTarget, type Target } from './start-target.ts';
import { tableOf } from './table-of.ts';

const cli = mkdtempSync(join(tmpdir(), 'atip-cli-'));
const rows: string[][] = [];
let program: Program;
let target: Target;

beforeAll(async () => {
  program = await bundleCompanion();
  await bundleSource('packages/cli/src/main.ts', cli);
  target = await startTarget(program);
}, 120_000);

afterAll(async () => {
  await target?.stop();
  program?.remove();
  rmSync(cli, { recursive: true, force: true });
  process.stdout.write(tableOf(['attack', 'how', 'answer', 'effect'], rows));
});

test('the request that the attacks are made from runs a program, and the machine shows it', async () => {
  const answer = shortAnswer(await sendRaw(target.port, callText(target)));
  expect([answer, target.scene.effect(), target.scene.effect()]).toStrictEqual(['200', 'a program ran', 'none']);
});

describe.each(allAttacks(join(cli, 'dist/program.mjs')))('%s', (_group, attacks) => {
  test.each(attacks)('$name', { timeout: 30_000 }, async (attack) => {
    const seen = await carryOut(attack, target);
    rows.push([attack.name, attack.how, seen.answer, seen.effect]);
    expect(seen).toStrictEqual({ answer: attack.answer, effect: 'none' });
  });
});
