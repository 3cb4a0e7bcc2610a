// needs: bwrap
// The product on a failing machine: in a home of its own, with the real faults.
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { encodeShare } from '@atip/share';
import { expect, onTestFinished, test } from 'vitest';
import { ATIP } from '../atip.ts';
import { type Companion, startCompanion } from './companion.ts';
import { createMachine, type Machine, type StartOptions } from './machine.ts';

const SLOW = { timeout: 120_000 };
const SOON = { timeout: 60_000, interval: 20 };
/** Seconds. */
const YEAR = 365 * 86_400;
const FRAGMENT = encodeShare({ documents: [{ name: 'tool.json', text: '{}' }], provider: 'openai' }).replace(/^#/, '');

function prepare(): Machine {
  const machine = createMachine(ATIP);
  onTestFinished(machine.remove);
  return machine;
}

async function serve(
  machine: Machine,
  options?: StartOptions & { readonly args?: readonly string[] },
): Promise<Companion> {
  const companion = await startCompanion(machine, options);
  onTestFinished(async () => void (await companion.stop()));
  return companion;
}

const share = (companion: Companion): Promise<string> => companion.told('POST', '/shares', { fragment: FRAGMENT });
const eventsOf = ({ log }: Machine): unknown[] =>
  readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).event);

/** Processes of the machine's programs. */
function programsOf({ bin }: Machine): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(join(bin, 'demo'));
    } catch (error) {
      // It ended since it was listed.
      if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ESRCH'))
        return false;
      throw error;
    }
  });
}

// A file may not grow instead of a full disk: in a file system of its own, a program of root would be a stranger's.
test('a full disk before a call: nothing runs, and the log goes on when there is room', SLOW, async () => {
  const script =
    'atip run demo_say; atip run demo_say; echo "--"; (ulimit -f 2; atip run demo_say); echo "--"; atip run demo_say; atip log verify';
  const [, during = '', after = ''] = (await prepare().shell(script)).split('--\n');
  expect(during).toContain('Nothing was run.');
  expect(during).toMatch(/EFBIG[\s\S]*exit code 5/);
  expect(during).not.toContain('it ran');
  expect(after).toMatch(/^it ran\nexit code 0\n.* 6 entries, unchanged\.\nexit code 0\n$/);
});

test('a full disk under a share: HTTP 500, no half a file, and the next one is stored', SLOW, async () => {
  const machine = prepare();
  const companion = await serve(machine, { place: { small: [machine.state] }, before: 'full' });
  expect(await share(companion)).toMatch(/^HTTP 500 .*"code":"internal-error"/);
  const inside = `/proc/${companion.pid}/root${machine.state}`;
  expect(readdirSync(join(inside, 'agent-tools/shares'))).toStrictEqual([]);
  rmSync(join(inside, 'filler'));
  expect(await share(companion)).toMatch(/^HTTP 201 /);
});

test('no file descriptors: a call runs and is on record, or does not run at all', SLOW, async () => {
  // From where the program can open its own files to where there are enough: it fails at another place each time.
  const script =
    'for n in 31 32 34 36 38 42; do (ulimit -n $n; atip run demo_say); done; atip run demo_say; atip log verify';
  const said = await prepare().shell(script);
  const codes = [...said.matchAll(/^exit code (\d)$/gm)].map(([, code]) => code);
  expect(codes).toHaveLength(8);
  expect(codes.slice(-2)).toStrictEqual(['0', '0']);
  for (const code of codes) expect(['0', '3', '5']).toContain(code);
  expect(said.match(/^it ran$/gm)).toHaveLength(codes.filter((code) => code === '0').length - 1);
});

test('no right to write: nothing runs without a record, and tools are still listed', SLOW, async () => {
  const machine = prepare();
  const script = 'chmod 500 "$XDG_STATE_HOME"; atip run demo_say; chmod 700 "$XDG_STATE_HOME"';
  expect(await machine.shell(script, { powerless: true })).toMatch(/Nothing was run\.[\s\S]*EACCES[\s\S]*exit code 5/);
  const said = await machine.shell('atip run demo_say; atip list', { readOnly: [machine.home] });
  expect(said).toMatch(/Nothing was run\.[\s\S]*EROFS[\s\S]*exit code 5/);
  expect(said).toMatch(/^demo +1\.0\.0 +tools.*\n[\s\S]*exit code 0\n$/m);
  expect(said).not.toContain('it ran');
});

test('the program of a call is killed: its code is on record', SLOW, async () => {
  const machine = prepare();
  const said = await machine.shell('atip run demo_kill; atip run demo_crash; atip log verify');
  expect(said).toMatch(
    /exit code 137[\s\S]*exit code 4[\s\S]*exit code 139[\s\S]*exit code 4[\s\S]*entries, unchanged/,
  );
});

test('the companion is killed while a program runs: the program ends, and the log goes on', SLOW, async () => {
  const machine = prepare();
  const companion = await startCompanion(machine, { args: ['--token-file'] });
  const events = await companion.call('demo_wait');
  await events.next('accepted');
  await events.next('stdout');
  expect(programsOf(machine).length).toBeGreaterThan(0);
  await companion.murder();
  await expect.poll(() => programsOf(machine), SOON).toStrictEqual([]);
  expect(await (await serve(machine, { args: ['--token-file'] })).run('demo_say')).toContain('it ran');
  expect(eventsOf(machine)).toStrictEqual(['decision', 'decision', 'execution']);
  expect(await machine.shell('atip log verify; atip log')).toMatch(/entries, unchanged[\s\S]*no end is on record/);
});

test('the companion is killed while it asks: nothing runs, and a later answer finds no question', SLOW, async () => {
  const machine = prepare();
  const companion = await startCompanion(machine);
  const events = await companion.call('demo_wipe');
  await events.next('accepted');
  await events.next('confirmation-required');
  await companion.murder();
  const again = await serve(machine);
  expect(readdirSync(machine.work)).toStrictEqual([]);
  const path = '/calls/00000000-0000-4000-8000-000000000000/decision';
  expect(await again.told('POST', path, { approve: true, hash: 'x' })).toMatch(/^HTTP 404 .*no-question/);
});

test('the companion is killed while it stores: what was confirmed is there, and nothing half', SLOW, async () => {
  const machine = prepare();
  const companion = await startCompanion(machine);
  const stored: string[] = [];
  const store = async (number: number): Promise<void> => {
    const documents = [{ name: 'tool.json', text: `{"number":${number}}` }];
    const fragment = encodeShare({ documents, provider: 'openai' }).replace(/^#/, '');
    const answer = await companion.told('POST', '/shares', { fragment }).catch(() => '');
    const [, id] = /^HTTP 201 .*"id":"([^"]+)"/.exec(answer) ?? [];
    if (id !== undefined && stored.push(id) === 10) await companion.murder();
  };
  await Promise.all(Array.from({ length: 40 }, (_, number) => store(number)));
  const last = await serve(machine);
  const files = readdirSync(join(machine.state, 'agent-tools/shares')).filter((name) => !name.startsWith('.'));
  const answers = await Promise.all([...stored, ...files].map((id) => last.told('GET', `/shares/${id}`)));
  expect(stored.length).toBeGreaterThanOrEqual(10);
  expect(answers.filter((answer) => !answer.startsWith('HTTP 200 '))).toStrictEqual([]);
});

/** Moves the wall clock of a process by what a file says, in seconds, and leaves the steady one as it is. */
const SHIFT = `
import { readFileSync } from 'node:fs';
const shift = () => Number(readFileSync(process.env.WORK + '/../shift', 'utf8')) * 1000;
const now = Date.now;
Date.now = () => now() + shift();
globalThis.Date = new Proxy(Date, { construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [Date.now()] : args, self) });
`;

test('the clock jumps by a year: questions stay open, shares end by it, the log stays in order', SLOW, async () => {
  const machine = prepare();
  const [preload, set] = [
    join(machine.root, 'shift.mjs'),
    (by: number) => writeFileSync(join(machine.root, 'shift'), String(by)),
  ];
  writeFileSync(preload, SHIFT);
  set(0);
  const companion = await serve(machine, { node: ['--import', preload] });
  const stored = await companion.told('POST', '/shares', { fragment: FRAGMENT, expiresIn: 3600 });
  const [, shareId = ''] = /"id":"([^"]+)"/.exec(stored) ?? [];
  for (const seconds of [-YEAR, YEAR]) {
    set(0);
    const events = await companion.call('demo_wipe');
    const { id } = await events.next('accepted');
    const { hash } = await events.next('confirmation-required');
    set(seconds);
    expect(await companion.told('POST', `/calls/${id}/decision`, { approve: true, hash })).toMatch(/^HTTP 2/);
    expect(JSON.stringify(await events.rest())).toContain('wiped');
    expect(await companion.told('GET', `/shares/${shareId}`)).toMatch(seconds < 0 ? /^HTTP 200 / : /^HTTP 404 /);
  }
  expect(await machine.shell('atip log verify')).toContain('entries, unchanged');
});

test('standard input never ends: what came is filtered, and SIGTERM ends it with its code', SLOW, async () => {
  const child = prepare().start(['filter']);
  onTestFinished(() => void child.kill('SIGKILL'));
  let said = '';
  const heard = new Promise<void>((resolve) => {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      resolve();
    });
  });
  child.stdin?.write(`first line\n${'x'.repeat(100_000)}\n`);
  await heard;
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  expect([(await closed)[0], said.startsWith('first line\n')]).toStrictEqual([143, true]);
});

test('a reader takes no more: the call ends, and its end is on record', SLOW, async () => {
  const script = 'node_atip run demo_talk | head -n 1; echo "exit code $PIPESTATUS"; atip log';
  expect(await prepare().shell(script)).toMatch(
    /^more\n(?=[\s\S]*exit code 0\n)[\s\S]*demo_talk was ended by a signal/,
  );
});
