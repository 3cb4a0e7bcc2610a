import { readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { startCompanion } from './companion.ts';
import { faultFile } from './fault-file.ts';
import { FRAGMENT } from './fragment.ts';
import type { Machine } from './machine.ts';
import { productMachines } from './product-machines.ts';

const JUMPS = 'The clock jumps';
/** Seconds. */
const YEAR = 365 * 86_400;
const row = faultFile('tests/faults/clock.test.ts');
const prepare = productMachines();

/**
 * Moves the wall clock of a process by what a file says, in seconds, and leaves the steady one as it is: so does a system whose
 * clock is set. Bare Debian has nothing that sets it for one process from outside.
 */
const SHIFT = `
import { readFileSync } from 'node:fs';
const file = process.env.WORK + '/../shift';
const shift = () => Number(readFileSync(file, 'utf8')) * 1000;
const now = Date.now;
Date.now = () => now() + shift();
globalThis.Date = new Proxy(Date, { construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [Date.now()] : args, self) });
`;

function withClock(machine: Machine) {
  const [shift, file] = [join(machine.root, 'shift'), join(machine.root, 'shift.mjs')];
  const set = (seconds: number): void => writeFileSync(shift, String(seconds));
  set(0);
  writeFileSync(file, SHIFT);
  return {
    set,
    node: ['--import', file],
    atip: (args: string) => `PATH="$BIN" "$NODE" --import ${file} "$ATIP" ${args}; echo "exit code $?"`,
  };
}

row(JUMPS, 'while a person is asked', async (told) => {
  const machine = prepare();
  const clock = withClock(machine);
  const companion = await startCompanion(machine, { node: clock.node });
  onTestFinished(async () => void (await companion.stop()));
  for (const seconds of [YEAR, -YEAR]) {
    const events = await companion.call('demo_wipe');
    const { id } = await events.next('accepted');
    const { hash } = await events.next('confirmation-required');
    clock.set(seconds);
    expect(await companion.told('POST', `/calls/${id}/decision`, { approve: true, hash })).toMatch(/^HTTP 2/);
    const rest = JSON.stringify(await events.rest());
    expect(rest).toContain('wiped');
    told(rest);
  }
});

row(JUMPS, 'a share that ends', async (told) => {
  const machine = prepare();
  const clock = withClock(machine);
  const companion = await startCompanion(machine, { node: clock.node });
  onTestFinished(async () => void (await companion.stop()));
  const stored = await companion.told('POST', '/shares', { fragment: FRAGMENT, expiresIn: 3600 });
  const [, id = ''] = /"id":"([^"]+)"/.exec(stored) ?? [];
  clock.set(-YEAR);
  expect(await companion.told('GET', `/shares/${id}`)).toMatch(/^HTTP 200 /);
  clock.set(YEAR);
  told(await companion.told('GET', `/shares/${id}`));
  expect(await companion.told('POST', '/shares', { fragment: FRAGMENT })).toMatch(/^HTTP 201 /);
});

row(JUMPS, 'the audit log', async (told) => {
  const machine = prepare();
  const clock = withClock(machine);
  for (const seconds of [0, -YEAR, YEAR, 0]) {
    clock.set(seconds);
    expect(await machine.shell(clock.atip('run demo_say'))).toBe('it ran\nexit code 0\n');
  }
  told(await machine.shell('atip audit verify'));
  const entries = readFileSync(machine.log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(entries.map(({ seq }) => seq)).toStrictEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  expect(entries[2].time < entries[0].time && entries[4].time > entries[6].time).toBe(true);
});

row(JUMPS, 'what was remembered is from the future', async (told) => {
  const machine = prepare();
  const clock = withClock(machine);
  clock.set(YEAR);
  const discover = clock.atip('discover --verbose');
  await machine.shell(discover);
  clock.set(0);
  const program = join(machine.bin, 'speaks');
  writeFileSync(program, readFileSync(program, 'utf8').replace('"1.0.0"', '"2.0.0"'));
  const later = Date.now() / 1000 + YEAR;
  utimesSync(program, later, later);
  const said = await machine.shell(`${discover}; ${clock.atip('list')}`);
  told(said);
  expect(said.match(/^speaks +2\.0\.0 +probed/gm)).toHaveLength(2);
  writeFileSync(program, readFileSync(program, 'utf8').replace('"2.0.0"', '"3.0.0"'));
  utimesSync(program, later, later);
  expect(await machine.shell(discover)).toMatch(/^speaks +3\.0\.0 +probed/m);
});
