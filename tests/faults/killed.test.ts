import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { encodeShare } from '@atip/share';
import { isRunning } from '../../packages/node/src/testing/is-running.ts';
import { startCompanion } from './companion.ts';
import { faultFile } from './fault-file.ts';
import type { Machine } from './machine.ts';
import { productMachines } from './product-machines.ts';

const KILLED = 'Something is killed';
const SOON = { timeout: 5_000, interval: 20 };
const row = faultFile('tests/faults/killed.test.ts');
const prepare = productMachines();

/** Processes whose command line holds a text. */
function findProcesses(text: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => commandOf(pid).includes(text));
}

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch (error) {
    // It ended since it was listed.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH')) return '';
    throw error;
  }
}

const programsOf = ({ bin }: Machine): number[] => findProcesses(join(bin, 'demo'));
const entriesOf = ({ log }: Machine): Record<string, unknown>[] =>
  readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

row(KILLED, 'the program of a call', async (told) => {
  const machine = prepare();
  told(await machine.shell('atip run demo_kill; atip run demo_crash; atip audit show; atip audit verify'));
  const ends = entriesOf(machine).filter(({ event }) => event === 'execution');
  expect(ends.map(({ exitCode }) => exitCode)).toStrictEqual([137, 139]);
});

row(KILLED, 'the sandbox of a call', async (told) => {
  const machine = prepare();
  const companion = await startCompanion(machine);
  onTestFinished(async () => void (await companion.stop()));
  const events = await companion.call('demo_wait');
  await events.next('accepted');
  await events.next('stdout');
  for (const pid of programsOf(machine).filter((one) => commandOf(one).includes('bwrap'))) process.kill(pid, 'SIGKILL');
  told(JSON.stringify(await events.rest()));
  await expect.poll(() => programsOf(machine), SOON).toStrictEqual([]);
  expect(entriesOf(machine).map(({ event }) => event)).toStrictEqual(['decision', 'execution']);
  expect(await companion.run('demo_say')).toContain('it ran');
});

row(KILLED, 'the companion, while a program runs', async (told) => {
  const machine = prepare();
  const companion = await startCompanion(machine, { args: ['--token-file'] });
  const events = await companion.call('demo_wait');
  await events.next('accepted');
  await events.next('stdout');
  const before = programsOf(machine);
  expect(before.length).toBeGreaterThan(0);
  await companion.murder();
  await expect.poll(() => programsOf(machine), SOON).toStrictEqual([]);
  for (const pid of before) expect(await isRunning(pid)).toBe(false);
  const again = await startCompanion(machine, { args: ['--token-file'] });
  onTestFinished(async () => void (await again.stop()));
  expect(await again.run('demo_say')).toContain('it ran');
  told(await machine.shell('atip audit verify; atip audit show'));
  expect(entriesOf(machine).map(({ event }) => event)).toStrictEqual(['decision', 'decision', 'execution']);
});

row(KILLED, 'the companion, while it asks a person', async (told) => {
  const machine = prepare();
  const companion = await startCompanion(machine);
  const events = await companion.call('demo_wipe');
  await events.next('accepted');
  await events.next('confirmation-required');
  await companion.murder();
  const again = await startCompanion(machine);
  onTestFinished(async () => void (await again.stop()));
  expect(readdirSync(machine.work)).toStrictEqual([]);
  const { hash, id } = { hash: 'x', id: '00000000-0000-4000-8000-000000000000' };
  told(await again.told('POST', `/calls/${id}/decision`, { approve: true, hash }));
  expect(await again.run('demo_say')).toContain('it ran');
  expect(await machine.shell('atip audit verify')).toContain('2 entries, as they were written.');
});

row(KILLED, 'the companion, again and again while it stores', async (told) => {
  const machine = prepare();
  const stored: string[] = [];
  for (let round = 0; round < 3; round += 1) {
    const companion = await startCompanion(machine);
    const store = async (number: number): Promise<void> => {
      const documents = [{ name: 'tool.json', text: `{"round":${round},"number":${number}}` }];
      const fragment = encodeShare({ documents, provider: 'openai' }).replace(/^#/, '');
      const answer = await companion.told('POST', '/shares', { fragment }).catch(() => '');
      const [, id] = /^HTTP 201 .*"id":"([^"]+)"/.exec(answer) ?? [];
      if (id !== undefined) stored.push(id);
      // In the middle of the others, wherever those are.
      if (number === 15 + round) await companion.murder();
    };
    const calls = Array.from({ length: 3 }, () => companion.run('demo_say').catch(() => ''));
    await Promise.all([...Array.from({ length: 40 }, (_, number) => store(number)), ...calls]);
  }
  const last = await startCompanion(machine);
  onTestFinished(async () => void (await last.stop()));
  expect(stored.length).toBeGreaterThan(20);
  const answers = await Promise.all(stored.map((id) => last.told('GET', `/shares/${id}`)));
  expect(answers.filter((answer) => !answer.startsWith('HTTP 200 '))).toStrictEqual([]);
  // What was half written is there under a temporary name only, and never as a share.
  const shares = readdirSync(join(machine.state, 'agent-tools/shares')).filter((name) => !name.startsWith('.'));
  const all = await Promise.all(shares.map((id) => last.told('GET', `/shares/${id}`)));
  expect(all.filter((answer) => !answer.startsWith('HTTP 200 '))).toStrictEqual([]);
  expect(await last.run('demo_say')).toContain('it ran');
  told(await machine.shell('atip audit verify'));
  await expect.poll(() => programsOf(machine), SOON).toStrictEqual([]);
});
