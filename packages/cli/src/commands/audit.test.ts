import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDemoMachine } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

/** A machine on which one call ran and one was refused. */
async function prepare() {
  const machine = await createDemoMachine();
  onTestFinished(machine.remove);
  const { env, work: cwd } = machine;
  const cli = (...args: string[]) => runTestCli(args, { env, cwd });
  await cli('run', 'demo_say', 'text=a\u202eb');
  await cli('run', 'demo_wipe');
  const audit = (...args: string[]) => cli('audit', ...args);
  return { ...machine, audit };
}

test('a log that nobody changed is in order', async () => {
  const { audit, log } = await prepare();
  const said = { code: 0, stdout: `${log}: 3 entries, as they were written.\n`, stderr: '' };
  expect(await audit('verify')).toStrictEqual(said);
  expect(await audit('verify', log)).toStrictEqual(said);
  expect(JSON.parse((await audit('verify', '--json')).stdout)).toStrictEqual({
    ...{ ok: true, entries: 3, files: 2, problems: [], unfinished: 0, dropped: [], listed: true },
  });
});

test('one that was changed is not, and says where', async () => {
  const { audit, log } = await prepare();
  await writeFile(log, (await readFile(log, 'utf8')).replace('"allow"', '"deny"'));
  const { code, stdout } = await audit('verify');
  expect(code).toBe(1);
  expect(stdout).toContain(`${log}:1: changed: This line is not as it was written.\n`);
  expect(stdout).toContain('not all as they were written.\n');
  const shown = await audit('show');
  expect(shown.code).toBe(1);
  expect(shown.stderr).toMatch(
    /^atip: In the audit log, line 1 of ".*" is not as it was written\. Verify the log\.\n$/,
  );
});

test('a line that is not finished is said', async () => {
  const { audit, log } = await prepare();
  await appendFile(log, '{"se');
  expect((await audit('verify')).stdout).toContain('The last line is not finished (4 bytes).\n');
});

test('a log that a person names has to be there; ours need not have begun', async () => {
  const { audit, work, env } = await prepare();
  expect(await audit('verify', 'missing.jsonl')).toStrictEqual({
    code: 5,
    stdout: '',
    stderr: `atip: There is no audit log ${join(work, 'missing.jsonl')}.\n`,
  });
  expect((await audit('verify', '.')).code).toBe(5);
  expect((await runTestCli(['audit', 'verify'], { env: { ...env, HOME: work } })).code).toBe(0);
});

test('entries are shown one on a line, with all that is invisible escaped', async () => {
  const { audit } = await prepare();
  const { code, stdout } = await audit('show');
  const lines = stdout.trimEnd().split('\n');
  expect(code).toBe(0);
  expect(lines.map((line) => line.replace(/^(\d+) {2}[\d:.TZ-]+ {2}\S+ {2}/, '$1 '))).toStrictEqual([
    '1 allow  demo say  ["demo","say","a\\u{202e}b"]',
    '2 exit code 0, bubblewrap  ["demo","say","a\\u{202e}b"]',
    '3 confirm (allowDestructive)  demo wipe  ["demo","wipe"]',
  ]);
});

test('--after and --json', async () => {
  const { audit } = await prepare();
  const { stdout } = await audit('show', '--after', '1', '--json');
  const entries = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(entries.map(({ seq, event }) => [seq, event])).toStrictEqual([
    [2, 'execution'],
    [3, 'decision'],
  ]);
  expect((await audit('show', '--after', 'x')).code).toBe(2);
});
