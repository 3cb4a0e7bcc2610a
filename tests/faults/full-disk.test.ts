import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { startCompanion } from './companion.ts';
import { faultFile } from './fault-file.ts';
import { FRAGMENT } from './fragment.ts';
import { productMachines } from './product-machines.ts';

const FULL = 'A full disk';
const row = faultFile('tests/faults/full-disk.test.ts');
const prepare = productMachines();

// In a file system of its own, programs of root would be a stranger's for everybody but root, and would not run: where one has to
// run, files may not grow instead. Two KiB are room for a ticket of the lock, for what a sandbox is made of, and for three lines.
row(FULL, 'the audit log, before a call', async (told) => {
  const machine = prepare();
  const script =
    'atip run demo_say; atip run demo_say; echo "-- full"; (ulimit -f 2; atip run demo_say); echo "-- freed"; atip run demo_say; atip audit verify';
  const [, during = '', after = ''] = (await machine.shell(script)).split(/-- \w+\n/);
  told(during);
  expect(during).not.toContain('it ran');
  expect(after).toMatch(/^it ran\nexit code 0\n.* 6 entries, as they were written\.\nexit code 0\n$/);
});

row(FULL, 'the audit log, after a call ran', async (told) => {
  const machine = prepare();
  const said = await machine.shell(
    'atip run demo_say; (ulimit -f 2; atip run demo_say); atip audit show; atip audit verify',
  );
  told(said);
  expect(said).toMatch(/^it ran\n/);
  expect(said).toContain(' 3 entries, as they were written.');
});

row(FULL, 'the audit log of the companion', async (told) => {
  const machine = prepare();
  await machine.shell('atip run demo_say; atip run demo_say');
  const companion = await startCompanion(machine, { limit: '-S -f 2' });
  onTestFinished(async () => void (await companion.stop()));
  const refused = await companion.run('demo_say');
  // What the terminal says may come after the answer.
  await expect.poll(companion.log, { timeout: 10_000, interval: 20 }).toContain('EFBIG');
  told(refused + companion.log());
  expect(refused).not.toContain('it ran');
  await machine.shell(`prlimit --pid ${companion.pid} --fsize=unlimited`);
  expect(await companion.run('demo_say')).toContain('it ran');
});

row(FULL, 'a share', async (told) => {
  const machine = prepare();
  const companion = await startCompanion(machine, { place: { small: [machine.state] }, before: 'full' });
  onTestFinished(async () => void (await companion.stop()));
  const said = await companion.told('POST', '/shares', { fragment: FRAGMENT });
  // What the terminal says may come after the answer.
  await expect.poll(companion.log, { timeout: 10_000, interval: 20 }).toContain('ENOSPC');
  told(said + companion.log());
  const inside = `/proc/${companion.pid}/root${machine.state}`;
  expect(readdirSync(join(inside, 'agent-tools/shares'))).toStrictEqual([]);
  rmSync(join(inside, 'filler'));
  expect(await companion.told('POST', '/shares', { fragment: FRAGMENT })).toMatch(/^HTTP 201 /);
});

row(FULL, 'a description that is to be saved', async (told) => {
  const machine = prepare();
  // In a file system of its own, programs of root would be a stranger's for everybody but root, and not be asked: here files may not grow.
  const options = Array.from(
    { length: 99 },
    (_, number) => `  --option-${number}   Says something about number ${number}`,
  );
  const help = `Keeps notes.\n\nUsage: notes [OPTIONS]\n\nOptions:\n${options.join('\n')}\n`;
  writeFileSync(join(machine.bin, 'notes'), `#!/bin/sh\n/bin/cat <<END\n${help}END\n`);
  const said = await machine.shell(
    '(ulimit -f 4; atip describe notes --save); atip list; atip describe notes --save | tail -n 1; atip list',
  );
  told(said);
  expect(said).toContain('"name": "notes"');
  expect(said.match(/^notes /gm)).toHaveLength(1);
});

row(FULL, 'a registry that is written', async (told) => {
  const machine = prepare();
  const document = join(machine.data, 'agent-tools/tools/demo.json');
  const set = `atip registry "$WORK" ${document} > /dev/null; cd "$WORK"; sha256sum index.json > ../sum; sed s/tests/users/ ${document} > ../demo.json`;
  const script = `${set}; full; atip registry "$WORK" ../demo.json; sha256sum -c ../sum; ls -A; free; atip registry "$WORK" ../demo.json`;
  const said = await machine.shell(script, { small: [machine.work] });
  told(said);
  expect(said).toContain('index.json: OK');
  expect(said).not.toContain('.tmp');
  expect(said).toMatch(/exit code 0\n$/);
});

row(FULL, 'the file of the token', async (told) => {
  const machine = prepare();
  const script =
    'full; atip serve --port 0 --no-open --token-file < /dev/null; ls -A "$XDG_STATE_HOME/agent-tools"; echo "-- end"';
  const said = await machine.shell(script, { small: [machine.state] });
  told(said);
  expect(said).toMatch(/exit code 5\n-- end\n$/);
  expect(said).not.toContain('#k=');
});

row(FULL, 'standard output', async (told) => {
  const machine = prepare();
  const script = [
    '{ atip compile demo --to openai 2>&3 > /dev/full; } 3>&1',
    'for c in "run demo_say" "run demo_wait" "list" "audit show"; do node_atip $c > /dev/full; echo "$c: exit code $?"; done',
    'atip audit verify',
  ].join('\n');
  const said = await machine.shell(script);
  told(said);
  for (const command of ['run demo_say', 'run demo_wait', 'list', 'audit show']) {
    expect(said).toContain(`${command}: exit code 5`);
  }
  expect(said).not.toMatch(/\n +at /);
  expect(said).toContain(' 4 entries, as they were written.');
  expect(readFileSync(machine.log, 'utf8').match(/"event":"execution"/g)).toHaveLength(2);
});

row(FULL, 'standard error', async (told) => {
  const machine = prepare();
  const said = await machine.shell(
    'node_atip compile demo --to openai 2> /dev/full; echo "exit code $?"; node_atip validate nothing 2> /dev/full; echo "then exit code $?"',
  );
  told(said);
  expect(said).toMatch(/^\[\n/);
  expect(said).toMatch(/\n\]\nexit code 0\n.*\nthen exit code 5\n$/);
});
