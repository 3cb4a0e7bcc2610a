// needs: bwrap
import { appendFile, mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { createDemoMachine } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

/** A machine on which one call ran and one was refused. */
async function prepare() {
  const machine = await createDemoMachine();
  const { env, work: cwd } = machine;
  const cli = (...args: string[]) => runTestCli(args, { env, cwd });
  await cli('run', 'demo_say', 'text=a\u202eb');
  await cli('run', 'demo_wipe');
  return { ...machine, cli, log: (...args: string[]) => cli('log', ...args), record: machine.log };
}

/** Without the times, which are the machine's. */
const timeless = (text: string): string => text.replace(/^\d\d-\d\d \d\d:\d\d {2}/gm, '');

test('a record that nobody changed is in order', async () => {
  const { log, record } = await prepare();
  const said = { code: 0, stdout: `${record}: 3 entries, unchanged.\n`, stderr: '' };
  expect(await log('verify')).toStrictEqual(said);
  expect(await log('verify', record)).toStrictEqual(said);
  expect(JSON.parse((await log('verify', '--json')).stdout)).toStrictEqual({
    ...{ ok: true, entries: 3, files: 1, problems: [], unfinished: 0, listed: true },
  });
});

test('one that was changed is not, and the rest of it is shown', async () => {
  const { log, record } = await prepare();
  await writeFile(record, (await readFile(record, 'utf8')).replace('"allow"', '"deny"'));
  const { code, stdout } = await log('verify');
  expect(code).toBe(1);
  expect(stdout).toContain(`${record}:1: changed: This line was changed.\n`);
  expect(stdout).toContain('some of them changed or lost.\n');
  const shown = await log();
  expect(shown.stdout).toContain('1 call: 0 allowed unasked, 1 asked, 0 denied\n');
  expect(shown.stderr).toBe('atip: 1 line of the record of calls cannot be read; atip log verify says which.\n');
});

test('a record that is not there is no record in order: it has an exit code of its own', async () => {
  const { log, work, env } = await prepare();
  const missing = (path: string) => ({ code: 6, stdout: '', stderr: `atip: There is no record at ${path}.\n` });
  expect(await log('verify', 'missing.jsonl')).toStrictEqual(missing(join(work, 'missing.jsonl')));
  for (const file of ['.', '/dev/null'])
    expect(await log('verify', file)).toMatchObject({
      code: 5,
      stderr: expect.stringMatching(/^atip: The audit log \S+ cannot be read: .* is not a regular file, .*\n$/),
    });
  const { XDG_STATE_HOME: _, ...rest } = env;
  const own = join(work, '.local/state/agent-tools/audit.jsonl');
  expect(await runTestCli(['log', 'verify'], { env: { ...rest, HOME: work } })).toStrictEqual(missing(own));
  expect(await runTestCli(['log'], { env: { ...rest, HOME: work } })).toStrictEqual({
    ...{ code: 0, stdout: '0 lines: 0 allowed unasked, 0 asked, 0 denied\n', stderr: '' },
  });
});

test('lines and calls are listed in their order, with reasons, a way to ask no more, and the sum', async () => {
  const { log, cli } = await prepare();
  await cli('gate', 'demo say hi');
  await cli('gate', 'demo wipe');
  await cli('gate', `demo say '${'long '.repeat(12)}'`);
  await cli('gate', `demo say ghp_${'a1B2'.repeat(9)}`);
  const { code, stdout, stderr } = await log();
  expect([code, stderr]).toStrictEqual([0, '']);
  expect(timeless(stdout)).toBe(`\
run        allow  demo say 'a\\u{202e}b'
run        ask    demo wipe
  demo_wipe permanently destroys data.
  refused: unasked
  always: atip gate --always 'demo wipe'
gate       allow  demo say hi
gate       ask    demo wipe
  demo wipe permanently destroys data.
  always: atip gate --always 'demo wipe'
gate       allow  demo say 'long long long long long long long lon…
gate       allow  demo say [REDACTED]

4 lines and 2 calls: 4 allowed unasked, 2 asked, 0 denied
`);
  const asked = timeless((await log('--asked')).stdout);
  expect(asked).not.toContain('allow  ');
  expect(asked).toContain('2 asked');
  const entries = (await log('--json')).stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(entries.map(({ event, decision }) => [event, decision])).toStrictEqual([
    ...[
      ['decision', 'allow'],
      ['execution', undefined],
      ['decision', 'confirm'],
    ],
    ...[
      ['gate', 'allow'],
      ['gate', 'confirm'],
      ['gate', 'allow'],
      ['gate', 'allow'],
    ],
  ]);
  expect(entries.at(-1).line).toMatch(/\[REDACTED\]$/);
  expect((await log('--asked', '--json')).stdout.split('\n').length).toBe(3);
});

test.each([
  ["demo say 'the password page of https://example.com/login'"],
  ["demo say 'a token ring' x=token"],
  [`demo say --password ghp_${'a1B2'.repeat(9)} https://example.com`],
])('of an allowed line only the secret is hidden: %s', async (line) => {
  const { log, cli } = await prepare();
  await cli('gate', line);
  const written = (await log('--json')).stdout.trimEnd().split('\n').at(-1) ?? '';
  expect(JSON.parse(written).line).toBe(line.replace(/ghp_\w+/, '[REDACTED]'));
});

test('--policy lists what another policy would decide, and runs nothing', async () => {
  const { log, cli } = await prepare();
  await cli('gate', 'demo say hi');
  await cli('gate', 'demo wipe');
  await cli('gate', `demo say ghp_${'a1B2'.repeat(9)}`);
  const { stdout } = await log('--policy', 'open');
  expect(timeless(stdout)).toBe(`\
run        ask → allow    demo wipe
gate       ask → allow    demo wipe
2 ask → allow, of 5; 1 not judged anew, because they were shortened or redacted
`);
  const rows = (await log('--policy', 'open', '--json')).stdout.trimEnd().split('\n');
  expect(rows.map((row) => JSON.parse(row).decisions)).toStrictEqual([
    ['confirm', 'allow'],
    ['confirm', 'allow'],
  ]);
  expect((await log('--policy', 'missing.json')).code).toBe(5);
  const { stderr } = await log('--policy', 'nonsense');
  expect(stderr).toContain('The presets are open, standard, read-only, no-network, ci.');
});

test('by default the newest day is listed, and --since begins earlier', async () => {
  const { log, home } = await prepare();
  const gate = join(home, '.local/state/agent-tools/gate.jsonl');
  const entry = (time: string, line: string): string =>
    `${JSON.stringify({ event: 'gate', time, line, decision: 'allow', cwd: '/' })}\n`;
  await writeFile(gate, entry('2026-01-02T12:00:00.000Z', 'early') + entry('9999-01-02T12:00:00.000Z', 'late'));
  const [today, since] = [(await log()).stdout, (await log('--since', '2026-01-01')).stdout];
  expect([today.includes('early'), since.includes('early')]).toStrictEqual([false, true]);
  // A line of a day to come hides nothing.
  expect(today).toContain('demo wipe');
  for (const day of ['monday', '2026-02-30', '2026-13-45', '2026-1-1', ''])
    expect((await log('--since', day)).stderr).toContain('A day is expected');
  const [now, before] = await Promise.all(['today', 'yesterday'].map((day) => log('--since', day)));
  expect([now?.stdout, before?.stdout]).toStrictEqual([today, today]);
  expect((await log('show')).code).toBe(2);
});

test('a gate record that cannot be written is told', async () => {
  const { log, home, cli } = await prepare();
  const gate = join(home, '.local/state/agent-tools/gate.jsonl');
  await mkdir(gate, { recursive: true });
  expect((await cli('gate', 'demo say hi')).code).toBe(0);
  expect((await log('verify')).code).toBe(0);
  expect(await log()).toMatchObject({ code: 5, stderr: expect.stringContaining('not a regular file') });
});

test('what a run did that its person should know is below its line', async () => {
  const { log, cli, record } = await prepare();
  await cli('run', 'demo_fail');
  expect((await log()).stdout).toContain('demo fail\n  exit code 7\n');
  // The end of the last call is lost.
  const lines = (await readFile(record, 'utf8')).trimEnd().split('\n');
  await mkdir(dirname(record), { recursive: true });
  await writeFile(record, `${lines.slice(0, -1).join('\n')}\n`);
  await appendFile(record, '{"cut');
  const gate = join(dirname(record), 'gate.jsonl');
  await writeFile(gate, 'no line of ours\n{}\n');
  const { stdout, stderr } = await log();
  expect(stderr).toContain(`atip: 2 lines of the gate's record ${gate} cannot be read.\n`);
  expect(stdout).toContain('demo fail\n  no end is on record');
  expect(stderr).toContain('1 line of the record of calls cannot be read');
});
