import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { startCompanion } from './companion.ts';
import { faultFile } from './fault-file.ts';
import { FRAGMENT } from './fragment.ts';
import { productMachines } from './product-machines.ts';

const NOT_ALLOWED = 'Not allowed';
const row = faultFile('tests/faults/no-rights.test.ts');
const prepare = productMachines();

row(NOT_ALLOWED, 'the directory of the audit log', async (told) => {
  const machine = prepare();
  const script = 'chmod 500 "$XDG_STATE_HOME"; atip run demo_say; chmod 700 "$XDG_STATE_HOME"; echo "-- after"; exit';
  const [said = ''] = (await machine.shell(script, { powerless: true })).split('-- after');
  told(said);
  expect(said).not.toContain('it ran');
  expect(await machine.shell('atip run demo_say')).toBe('it ran\nexit code 0\n');
});

row(NOT_ALLOWED, 'a file system that cannot be written', async (told) => {
  const machine = prepare();
  const said = await machine.shell('atip run demo_say; atip list', {
    readOnly: [machine.home],
  });
  told(said);
  expect(said).not.toContain('it ran');
  expect(said).toMatch(/^demo +1\.0\.0 +tools.*\nexit code 0\n$/m);
});

row(NOT_ALLOWED, 'registry.json cannot be read', async (told) => {
  const machine = prepare();
  await machine.shell('atip discover');
  const registry = join(machine.data, 'agent-tools/registry.json');
  const before = readFileSync(registry);
  const script = `chmod 000 ${registry}; atip list; atip discover --refresh --verbose; chmod 600 ${registry}`;
  told(await machine.shell(script, { powerless: true }));
  expect(readFileSync(registry)).toStrictEqual(before);
});

row(NOT_ALLOWED, 'the directory of shares', async (told) => {
  const machine = prepare();
  const shares = join(machine.state, 'agent-tools/shares');
  mkdirSync(shares, { recursive: true, mode: 0o700 });
  const companion = await startCompanion(machine, { place: { powerless: true } });
  onTestFinished(async () => void (await companion.stop()));
  chmodSync(shares, 0o000);
  const said = await companion.told('POST', '/shares', { fragment: FRAGMENT });
  // What the terminal says may come after the answer.
  await expect.poll(companion.log, { timeout: 10_000, interval: 20 }).toContain('EACCES');
  told(said + companion.log());
  chmodSync(shares, 0o700);
  expect(await companion.told('POST', '/shares', { fragment: FRAGMENT })).toMatch(/^HTTP 201 /);
});

row(NOT_ALLOWED, 'a program loses its x bit while its call waits', async (told) => {
  const machine = prepare();
  const companion = await startCompanion(machine);
  onTestFinished(async () => void (await companion.stop()));
  const events = await companion.call('demo_wipe');
  const { id } = await events.next('accepted');
  const { hash } = await events.next('confirmation-required');
  chmodSync(join(machine.bin, 'demo'), 0o644);
  await companion.told('POST', `/calls/${id}/decision`, { approve: true, hash });
  const rest = JSON.stringify(await events.rest());
  told(`${rest}\n${await machine.shell('atip run demo_say')}`);
  expect(existsSync(join(machine.work, 'wiped'))).toBe(false);
  expect(readFileSync(machine.log, 'utf8')).toMatch(/"event":"execution".*"exitCode":null/);
});

row(NOT_ALLOWED, 'a tool’s document', async (told) => {
  const machine = prepare();
  const file = join(machine.data, 'agent-tools/tools/demo.json');
  const bad = join(machine.data, 'agent-tools/tools/other.json');
  writeFileSync(bad, readFileSync(file));
  const said = await machine.shell(`chmod 000 ${bad}; atip list --verbose; chmod 600 ${bad}`, { powerless: true });
  told(said);
  expect(said).toMatch(/^demo +1\.0\.0/m);
});
