// needs: bwrap
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDemoMachine, DEMO_TOOL } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

async function prepare() {
  const machine = await createDemoMachine();
  const { env, work: cwd, script } = machine;
  const document = JSON.stringify({ ...DEMO_TOOL, name: 'self', version: '2.0' });
  const self = await script('self', `#!/bin/sh\n[ "$1" = --agent ] && printf '%s' '${document}'\n`);
  const cli = (args: readonly string[], host: Parameters<typeof runTestCli>[1] = {}) =>
    runTestCli(args, { env: { ...env, PATH: machine.bin }, cwd, ...host });
  return { ...machine, self, cli };
}

test('tools are listed with what they may do, and stderr says what was looked at and whether a sandbox works', async () => {
  const { cli, bin } = await prepare();
  const { code, stdout, stderr } = await cli(['list', '--refresh']);
  const may = 'destroy, write files, use the network, be irreversible';
  expect(stdout.split('\n')).toStrictEqual([
    `NAME  VERSION  ORIGIN  COMMANDS  ${'MAY'.padEnd(may.length)}  PROGRAM`,
    `self  2.0      probed  5         ${may}  ${bin}/self`,
    `demo  1.0.0    tools   5         ${may}  ${bin}/demo`,
    '',
  ]);
  expect(code).toBe(0);
  expect(stderr).toMatch(/^2 tools; 2 programs looked at, 1 asked\.\nSandbox: bubblewrap [\d.]+ works here\.\n$/);
});

test('a word names the tools that are wanted', async () => {
  const { cli } = await prepare();
  await cli(['list', '--refresh']);
  const names = async (word: string): Promise<string[]> =>
    JSON.parse((await cli(['list', word, '--json'])).stdout).tools.map(({ name }: { name: string }) => name);
  expect([await names('E'), await names('mo')]).toStrictEqual([['self', 'demo'], ['demo']]);
  const none = await cli(['list', 'zip']);
  expect([none.code, none.stdout, none.stderr.includes('No known tool has "zip" in its name.')]).toStrictEqual([
    1,
    '',
    true,
  ]);
});

test('--json gives all of it', async () => {
  const { cli, self } = await prepare();
  const first = JSON.parse((await cli(['list', '--refresh', '--json'])).stdout);
  expect(Object.keys(first)).toStrictEqual(['tools', 'patterns', 'skipped', 'counts', 'sandbox']);
  expect(first.tools[0]).toMatchObject({ name: 'self', origin: 'probed', program: self, commands: 5, partial: false });
  expect(first.counts.asked).toBe(1);
});

test('--refresh asks again a program that is as before but prints a file that changed; --probe asks only the one it names', async () => {
  const { cli, script, bin } = await prepare();
  const file = join(bin, 'printed.json');
  const describe = (version: string) => writeFile(file, JSON.stringify({ ...DEMO_TOOL, name: 'printer', version }));
  await describe('1.0');
  const printer = await script('printer', `#!/bin/sh\n[ "$1" = --agent ] && exec /bin/cat ${file}\n`);
  const look = async (...args: readonly string[]) => {
    const { tools, counts } = JSON.parse((await cli(['list', '--json', ...args])).stdout);
    const { version } = tools.find(({ name }: { name: string }) => name === 'printer');
    return [version, counts?.asked];
  };
  expect(await look('--refresh')).toStrictEqual(['1.0', 2]);
  await describe('2.0');
  expect(await look()).toStrictEqual(['1.0', undefined]);
  expect(await look('--refresh')).toStrictEqual(['2.0', 2]);
  await describe('3.0');
  expect(await look('--probe', printer)).toStrictEqual(['3.0', 1]);
});

test('what was left out is counted by code, with --verbose each has its reason', async () => {
  const { cli, home } = await prepare();
  await writeFile(join(home, '.local/share/agent-tools/tools/br\u001boken.json'), '{}');
  const short = await cli(['list', '--refresh']);
  expect(short.stderr).toContain('Left out: 1 invalid-metadata (--verbose says why)\n');
  const long = await cli(['list', '--refresh', '--verbose']);
  expect(long.stderr).toMatch(/Left out:\n {2}invalid-metadata {2}\/.*\/br\\u\{1b\}oken\.json: \S/);
});

test('on a terminal progress is shown and gone at the end, the table fits, and its heading is bold', async () => {
  const { cli, env, bin } = await prepare();
  const { stdout, stderr } = await cli(['list', '--refresh'], { tty: true, env: { ...env, PATH: bin, NO_COLOR: '' } });
  expect(stderr).toContain('\r\u001b[2KReading programs: ');
  expect(stderr).toContain('\r\u001b[2KAsking programs: 1 of 1');
  expect(stderr.lastIndexOf('\r\u001b[2K')).toBe(stderr.indexOf('\r\u001b[2K2 tools'));
  const [heading = ''] = stdout.split('\n');
  expect(heading.startsWith('\u001b[1mNAME ') && heading.endsWith('\u001b[22m')).toBe(true);
});

test('a scan that is stopped says so', async () => {
  const { cli } = await prepare();
  const signal = AbortSignal.abort(new Error('Stopped by SIGINT.'));
  expect(await cli(['list', '--refresh'], { signal })).toStrictEqual({
    code: 5,
    stdout: '',
    stderr: 'atip: The scan was stopped before it was complete.\n',
  });
});

test('the first time it looks for tools; then it shows what is known and runs nothing, until it is asked to look again', async () => {
  const { cli, script } = await prepare();
  const names = async (...args: readonly string[]) =>
    JSON.parse((await cli(['list', '--json', ...args])).stdout).tools.map(({ name }: { name: string }) => name);
  expect(await names()).toStrictEqual(['self', 'demo']);
  const later = JSON.stringify({ ...DEMO_TOOL, name: 'later' });
  await script('later', `#!/bin/sh\n[ "$1" = --agent ] && printf '%s' '${later}'\n`);
  expect(await names()).toStrictEqual(['self', 'demo']);
  expect(await names('--refresh')).toStrictEqual(['later', 'self', 'demo']);
});

test('a program that a person names is asked too; if it is no tool the command says why and fails', async () => {
  const { cli, script } = await prepare();
  const quiet = await script('quiet', '#!/bin/sh\nexit 3\n');
  const { code, stderr } = await cli(['list', '--probe', '../bin/quiet']);
  expect(code).toBe(1);
  expect(stderr).toContain(`  failed  ${quiet}: `);
});
