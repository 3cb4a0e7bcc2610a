import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished } from 'vitest';
import { startCompanion } from './companion.ts';
import { faultFile } from './fault-file.ts';
import { FRAGMENT } from './fragment.ts';
import type { Machine } from './machine.ts';
import { productMachines } from './product-machines.ts';

const DAMAGED = 'Damaged files';
const row = faultFile('tests/faults/corrupt.test.ts');
const prepare = productMachines();

/** What a file may hold after a crash of the system, or a hand that slipped. */
const GARBAGE: readonly (string | Uint8Array)[] = [
  '',
  '{"version":"1","to',
  new Uint8Array(4096),
  '\u0000\uFFFD[[[',
  '[]',
  '{"version":1e999}',
];

row(DAMAGED, 'registry.json', async (told) => {
  const machine = prepare();
  await machine.shell('atip discover');
  const registry = join(machine.data, 'agent-tools/registry.json');
  const asides = (): number =>
    readdirSync(join(machine.data, 'agent-tools')).filter((name) => name.includes('.corrupt-')).length;
  let said = '';
  for (const [index, garbage] of GARBAGE.slice(1, 3).entries()) {
    writeFileSync(registry, garbage);
    said += await machine.shell('atip list; atip discover --refresh --verbose');
    expect(asides()).toBe(index + 1);
  }
  told(said);
  expect(said).not.toContain('should not have');
  expect(await machine.shell('atip list')).toMatch(/^speaks +1\.0\.0 +probed/m);
});

row(DAMAGED, 'the audit log, in the middle', async (told) => {
  const machine = prepare();
  await machine.shell('atip run demo_say; atip run demo_say');
  const lines = readFileSync(machine.log, 'utf8').split('\n');
  const broken = [lines[0], '\u0000'.repeat(300), ...lines.slice(2)].join('\n');
  writeFileSync(machine.log, broken);
  const companion = await startCompanion(machine);
  onTestFinished(async () => void (await companion.stop()));
  const audit = await companion.told('GET', '/audit');
  told(`${await machine.shell('atip audit verify; atip audit show')}${audit}`);
  // It goes on behind what is damaged, and rewrites none of it.
  expect(await companion.run('demo_say')).toContain('it ran');
  expect(readFileSync(machine.log, 'utf8').startsWith(broken)).toBe(true);
});

row(DAMAGED, 'the head of the audit log', async (told) => {
  const machine = prepare();
  const run = 'atip run demo_say; atip audit verify';
  await machine.shell(run);
  rmSync(`${machine.log}.head`);
  const missing = await machine.shell(`atip audit verify; ${run}`);
  writeFileSync(`${machine.log}.head`, 'of another log');
  const other = await machine.shell('atip audit verify');
  truncateSync(machine.log, 100);
  appendFileSync(machine.log, '\n');
  told(missing + other + (await machine.shell(run)));
});

row(DAMAGED, 'a share', async (told) => {
  const machine = prepare();
  const companion = await startCompanion(machine);
  onTestFinished(async () => void (await companion.stop()));
  const share = (): Promise<string> => companion.told('POST', '/shares', { fragment: FRAGMENT });
  const [, id = ''] = /"id":"([^"]+)"/.exec(await share()) ?? [];
  const file = join(machine.state, 'agent-tools/shares', id);
  const whole = readFileSync(file, 'utf8');
  const said: string[] = [];
  for (const damage of [whole.slice(0, -9), whole.replace('v1.', 'v1.x'), '', new Uint8Array(99), '{"fragment":']) {
    writeFileSync(file, damage);
    said.push(await companion.told('GET', `/shares/${id}`));
    expect(await share()).toMatch(/^HTTP 201 /);
    expect(await companion.told('GET', `/shares/${id}`)).toMatch(/^HTTP 200 /);
  }
  for (const one of said) told(one);
});

row(DAMAGED, 'what was remembered of programs', async (told) => {
  const machine = prepare();
  await machine.shell('atip discover; atip describe notes --save');
  const before = await machine.shell('atip list; atip discover');
  const files = ['screen.json', 'answers.json', 'described/notes.json'].map((name) =>
    join(machine.cache, 'agent-tools', name),
  );
  let said = '';
  for (const garbage of GARBAGE.slice(1, 3)) {
    for (const file of files) writeFileSync(file, garbage);
    const one = await machine.shell('atip list; atip discover --verbose; atip describe notes --save > /dev/null');
    expect(one).toMatch(/^speaks +1\.0\.0 +probed/m);
    // Of a description that cannot be read nothing is said, least of all that it is harmless.
    expect(one).not.toMatch(/^notes /m);
    expect(one).not.toContain('should not have');
    said += one;
  }
  told(said);
  expect((await machine.shell('atip list; atip discover')).split('\n').length).toBe(before.split('\n').length);
});

row(DAMAGED, 'a document or override of yours', async (told) => {
  const machine = prepare();
  const agent = join(machine.data, 'agent-tools');
  mkdirSync(join(agent, 'shims'), { recursive: true });
  const files = [join(agent, 'shims/notes.json'), join(agent, 'tools/other.json')];
  let said = '';
  for (const garbage of GARBAGE) {
    for (const file of files) writeFileSync(file, garbage);
    const one = await machine.shell('atip list --verbose');
    expect(one).toMatch(/^demo +1\.0\.0/m);
    expect(one).not.toMatch(/^(notes|other) /m);
    expect(one.match(/(notes|other)\.json/g)?.length).toBeGreaterThanOrEqual(2);
    said += one;
  }
  told(said);
});

row(DAMAGED, 'token files of companions that were killed', async (told) => {
  const machine = prepare();
  const state = join(machine.state, 'agent-tools');
  const first = await startCompanion(machine, { args: ['--token-file'] });
  const port = new URL(first.origin).port;
  await first.murder();
  const left = readFileSync(join(state, `companion-${port}.token`), 'utf8');
  writeFileSync(join(state, `companion-${port}.token.${first.pid}.tmp`), 'half');
  const said = await serveOn(machine, port);
  told(said.log);
  expect(said.token).not.toBe(left);
  expect(said.after).not.toContain(`companion-${port}.token`);
});

/** Serves once more on a port, and stops. */
async function serveOn(machine: Machine, port: string) {
  const again = await startCompanion(machine, { args: ['--token-file', '--port', port] });
  const state = join(machine.state, 'agent-tools');
  const token = readFileSync(join(state, `companion-${port}.token`), 'utf8');
  await again.stop();
  return { token, log: again.log(), after: readdirSync(state) };
}

row(DAMAGED, 'something else in a file’s place', async (told) => {
  const machine = prepare();
  // A pipe that nobody writes to would make whoever opens it wait for ever.
  const places =
    '"$XDG_DATA_HOME/agent-tools/registry.json" "$XDG_DATA_HOME/agent-tools/tools/pipe.json" "$XDG_CACHE_HOME/agent-tools/screen.json" "$LOG"';
  const script = `mkdir -p "$XDG_CACHE_HOME/agent-tools" "$XDG_STATE_HOME/agent-tools"; mkfifo ${places}; atip list --verbose; atip discover --verbose; atip run demo_say`;
  const said = await machine.shell(script);
  told(said);
  expect(said).not.toContain('it ran');
});
