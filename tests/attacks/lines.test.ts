// needs: bwrap
import { access, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createDemoMachine, type DemoMachine, LEAKED_TOKEN } from '../../packages/cli/src/testing/demo-machine.ts';
import { runTestCli } from '../../packages/cli/src/testing/run-test-cli.ts';

type Options = {
  readonly ask?: () => Promise<string>;
  readonly env?: Record<string, string>;
  readonly args?: string[];
};

/** Lines are judged by bundled documents too. */
async function prepare() {
  // Lines do not see the machine's /tmp.
  vi.stubEnv('TMPDIR', '/var/tmp');
  const machine = await createDemoMachine();
  vi.unstubAllEnvs();
  const run = (line: string, { ask, env = {}, args = [] }: Options = {}) =>
    runTestCli(['run', '--line', line, ...args], {
      ...{ cwd: machine.work, env: { ...machine.env, ATIP_SHIMS: 'on', ...env } },
      ...(ask && { ask }),
    });
  return { ...machine, run };
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );

/** A service of this machine that counts who comes. */
async function listen(): Promise<{ readonly port: number; readonly visits: () => number }> {
  let visits = 0;
  const server = createServer((socket) => {
    visits += 1;
    socket.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  return { port: typeof address === 'object' ? (address?.port ?? 0) : 0, visits: () => visits };
}

test.each<[string, (port: number) => string]>([
  ['a path that is put together', (port) => `P=$(printf /dev/tcp/127.0.0.1); echo x > "$P/${port}"`],
  ['a program that says it uses no network', () => 'demo say x'],
])('a line of which no part may use the network reaches no service by /dev/tcp: %s', async (_name, lineFor) => {
  const { run, script } = await prepare();
  const { port, visits } = await listen();
  await script('demo', `#!/bin/bash\necho x > /dev/tcp/127.0.0.1/${port}\n`);
  const { stderr } = await run(lineFor(port), { args: ['--yes'] });
  expect(stderr).toMatch(/Connection refused|Network is unreachable|No such file/);
  expect(visits()).toBe(0);
});

test('a part writes nowhere but in the working directory, also where another part reads', async () => {
  const { run, home, work, script } = await prepare();
  // Beside the working directory.
  const outside = join(home, '..', 'outside.txt');
  await writeFile(outside, 'as it was');
  await script('demo', `#!/bin/sh\necho changed > ${outside}\necho mine > inside.txt\n`);
  await run(`cat ${outside} > copy.txt; demo wipe`, { args: ['--yes'] });
  expect(await readFile(outside, 'utf8')).toBe('as it was');
  expect(await readFile(join(work, 'copy.txt'), 'utf8')).toBe('as it was');
  expect(await readFile(join(work, 'inside.txt'), 'utf8')).toBe('mine\n');
});

test('where no part writes, nothing can be changed in the working directory either', async () => {
  const { run, work, script } = await prepare();
  await script('demo', '#!/bin/sh\necho mine > inside.txt\n');
  const { stderr } = await run('demo say x | cat');
  expect(stderr).toMatch(/Read-only file system/);
  expect(await readdir(work)).toStrictEqual([]);
});

test('a secret that a line prints or names is in neither the output nor the record', async () => {
  const { run, log } = await prepare();
  const { stdout } = await run(`demo leak | cat; echo ${LEAKED_TOKEN}; ${LEAKED_TOKEN}`, { args: ['--yes'] });
  expect(stdout).toContain('REDACTED');
  expect(stdout).not.toContain(LEAKED_TOKEN);
  const record = await readFile(log, 'utf8');
  expect(record).toContain('demo leak | cat');
  expect(record).not.toContain(LEAKED_TOKEN);
});

const SWAPS: Readonly<Record<string, (machine: DemoMachine) => Promise<unknown>>> = {
  'another of its name comes before one of the others': ({ script }) => script('cat', '#!/bin/sh\ntouch swapped\n'),
};

test.each(Object.entries(SWAPS))('the yes was about the programs as they were: %s', async (_name, swap) => {
  const { run, ...machine } = await prepare();
  const ask = async (): Promise<string> => {
    await swap(machine);
    return 'yes';
  };
  const { code, stderr } = await run('demo wipe | cat', { ask });
  expect(stderr).toMatch(/was replaced after the call was checked\. Nothing ran/);
  expect(code).toBe(5);
  expect(await readdir(machine.work)).toStrictEqual([]);
});

test('what nobody touched runs after the yes', async () => {
  const { run, work } = await prepare();
  expect(await run('demo wipe | cat', { ask: async () => 'yes' })).toMatchObject({ code: 0, stdout: 'wiped\n' });
  expect(await isThere(join(work, 'wiped'))).toBe(true);
});

test.each([
  ['a program that nobody describes', 'echo a > made; frobnicate'],
  ['a program that is not known before', 'echo a > made; $X'],
  ['no end', 'echo a > made; if true'],
])('%s: nothing of the line runs unless a person says so', async (_name, line) => {
  const { run, work } = await prepare();
  expect(await run(line)).toMatchObject({ code: 3, stdout: '' });
  expect(await readdir(work)).toStrictEqual([]);
});

test('a part that is denied denies the whole line, whatever was answered in advance', async () => {
  const { run, work, write } = await prepare();
  await write('policy.json', JSON.stringify({ rules: [{ run: 'demo wipe', decision: 'deny' }] }));
  const { code, stderr } = await run('echo a > made && demo wipe', { args: ['--yes', '--policy', './policy.json'] });
  expect(stderr).toMatch(/^atip: Nothing was run\. .*denied by the rule/);
  expect(code).toBe(3);
  expect(await readdir(work)).toStrictEqual(['policy.json']);
});

test('what the environment would have bash read or take for a command counts for nothing', async () => {
  const { run, work, write } = await prepare();
  const settings = await write('settings.sh', 'touch ran\n');
  const env = {
    BASH_ENV: settings,
    ENV: settings,
    'BASH_FUNC_echo%%': '() { touch ran; }',
    CDPATH: '/',
    SHELLOPTS: 'xtrace',
  };
  expect(await run('echo hi; touch x', { env })).toMatchObject({ code: 0, stdout: 'hi\n', stderr: '' });
  expect(await readdir(work)).toStrictEqual(['settings.sh', 'x']);
});

test.each([
  ['alone, or beside what keeps nothing, a tool has its login', 'demo say x | cat', '14\n'],
  ['beside what could keep it, it has none', 'demo say x; touch y', '0\n'],
])('%s', async (_name, line, expected) => {
  const { run, home, script } = await prepare();
  await script('demo', '#!/bin/sh\nprintf %s "$DEMO_TOKEN" | wc -c\n');
  await script(
    '../home/.config/agent-tools/config.json',
    JSON.stringify({ environment: { demo: ['DEMO_TOKEN'] }, policy: { byTrust: false } }),
  );
  const { stdout, stderr } = await run(line, {
    env: { DEMO_TOKEN: 'not-to-be-kept', XDG_CONFIG_HOME: join(home, '.config') },
  });
  expect(stdout).toBe(expected);
  expect(stderr.includes('demo was not given its login')).toBe(expected === '0\n');
});
