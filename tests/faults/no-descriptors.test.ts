import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { startCompanion } from './companion.ts';
import { faultFile } from './fault-file.ts';
import { productMachines } from './product-machines.ts';
import { SPEAKING_SCRIPT } from './programs.ts';

const NONE_LEFT = 'No file descriptors left';
const row = faultFile('tests/faults/no-descriptors.test.ts');
const prepare = productMachines();

row(NONE_LEFT, 'a call on the command line', async (told) => {
  const machine = prepare();
  // From where Node itself can start to where there are enough: it fails at another place each time, and always ends.
  const limits = '20 21 22 23 24 26';
  const said = await machine.shell(
    `for n in ${limits}; do (ulimit -n $n; atip run demo_say); done; atip run demo_say; atip audit verify`,
  );
  told(said);
  const codes = [...said.matchAll(/^exit code (\d)$/gm)].map(([, code]) => code);
  expect(codes.slice(-2)).toStrictEqual(['0', '0']);
  expect(codes).toHaveLength(8);
  for (const code of codes) expect(['0', '3', '5']).toContain(code);
  // Whatever did not end well did not run at all.
  expect(said.match(/^it ran$/gm)).toHaveLength(codes.filter((code) => code === '0').length - 1);
  expect(said).not.toContain('should not have');
});

row(NONE_LEFT, 'a discovery among 1,000 programs', async (told) => {
  const machine = prepare();
  const many = join(machine.root, 'many');
  mkdirSync(many);
  for (let number = 0; number < 1000; number += 1) {
    const file = join(many, `program-${number}`);
    const speaks = number % 250 === 0;
    writeFileSync(file, speaks ? SPEAKING_SCRIPT.replace('"speaks"', `"program-${number}"`) : '#!/bin/sh\nexit 0\n');
    chmodSync(file, 0o755);
  }
  // With one program to ask a sandbox is made, which needs some more than the scan.
  const script = `BIN="${many}"; (ulimit -n 64; atip discover --verbose)`;
  const said = await machine.shell(script);
  told(said);
  const found = said.match(/^program-\d+ .* probed /gm)?.length ?? 0;
  const leftOut = said.match(/^ +\S+ +\S*program-\d+: .*too many open files/gm)?.length ?? 0;
  expect(found + leftOut).toBe(4);
  expect((await machine.shell(`BIN="${many}"; atip discover`)).match(/^program-\d+ .* probed /gm)).toHaveLength(4);
});

row(NONE_LEFT, 'a companion with 100 requests at once', async (told) => {
  const machine = prepare();
  const companion = await startCompanion(machine, { limit: '-n 60', args: ['--sandbox', 'off'] });
  onTestFinished(async () => void (await companion.stop()));
  const all = Array.from({ length: 100 }, (_, number) =>
    (number % 2 === 0 ? companion.run('demo_say') : companion.told('GET', '/tools')).catch(
      (error: unknown) => `no answer: ${String(error)}`,
    ),
  );
  const answers = await Promise.all(all);
  const ran = answers.filter((answer) => answer.includes('it ran')).length;
  told([...answers, companion.log()].join('\n'));
  expect(companion.child.exitCode).toBe(null);
  // What it could not read it has left out, and said so; it reads it again when its tools are asked for.
  // Connections that nobody uses are closed after a few seconds.
  const again = (): Promise<string> => companion.told('GET', '/tools').catch(String);
  await expect.poll(again, { timeout: 30_000, interval: 200 }).toMatch(/^HTTP 200 .*"name":"demo"/);
  // Those connections may still hold what a program needs to start.
  const runAgain = (): Promise<string> => companion.run('demo_say').catch(String);
  await expect.poll(runAgain, { timeout: 30_000, interval: 200 }).toContain('it ran');
  expect(await companion.stop()).toBe(0);
  expect(await machine.shell('atip audit verify')).toContain('as they were written.\nexit code 0');
  // Whatever ran is on record, and nothing that is not was said to have run.
  const ended = readFileSync(machine.log, 'utf8').match(/"event":"execution".*"exitCode":0,/g) ?? [];
  expect(ended.length).toBeGreaterThanOrEqual(ran + 1);
});
