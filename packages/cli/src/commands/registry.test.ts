import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createDemoMachine, DEMO_TOOL } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

async function prepare() {
  const machine = await createDemoMachine();
  const { env, work: cwd, bin } = machine;
  const cli = (args: readonly string[], more: Record<string, string> = {}) =>
    runTestCli(args, { env: { ...env, PATH: bin, ...more }, cwd });
  const served = async (): Promise<string> => {
    const server = createServer((request, response) => {
      readFile(join(cwd, request.url ?? '')).then(
        (bytes) => response.end(bytes),
        () => response.writeHead(404).end(),
      );
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => {
      server.closeAllConnections();
      server.close();
    });
    // A server on TCP has this kind of address.
    return `127.0.0.1:${(server.address() as AddressInfo).port}`;
  };
  return { ...machine, cwd, cli, served };
}

test('what one machine writes another reads: as a registry, marked as such, trusted less', async () => {
  const { cwd, cli, script, served, bin } = await prepare();
  await script('other', '#!/bin/sh\n');
  await writeFile(
    join(cwd, 'other.json'),
    JSON.stringify({ ...DEMO_TOOL, name: 'other', trust: { source: 'native' } }),
  );
  const written = await cli(['registry', 'public', 'other.json', 'demo']);
  expect(written).toStrictEqual({
    code: 0,
    stdout: '',
    stderr: 'other.json: 1 hint\n2 tools in the registry; 5 files written, 0 removed.\n',
  });
  const host = await served();
  const { stdout, stderr } = await cli(['discover', '--registry', `http://${host}/public`]);
  expect(stderr).toContain(`\nRegistry ${host}: 1 tool that nothing else describes, 1 fetched.\n`);
  const rows = stdout.split('\n').map((line) => line.trim().split(/ {2,}/));
  expect(rows.slice(1, 3).map(([name, , origin]) => [name, origin])).toStrictEqual([
    ['demo', 'tools'],
    ['other', `registry:${host}`],
  ]);
  const shown = (await cli(['show', 'other'])).stdout.split('\n');
  expect(shown[1]).toMatch(
    new RegExp(
      `^ {2}described by http://${host}/public/sha256/[0-9a-f]{64}\\.json \\(registry:${host}\\), trust community \\(it claims: native; unverified\\)$`,
    ),
  );
  expect(shown[2]).toBe(`  program ${bin}/other`);
  expect((await cli(['discover', '--registry', 'off'])).stdout).not.toContain('registry:');
  expect((await cli(['list'])).stdout).not.toContain('other');
});

test('without names the documents of the directories are taken; a second time nothing is left to do', async () => {
  const { cli, cwd } = await prepare();
  const first = JSON.parse((await cli(['registry', 'public', '--json'])).stdout);
  expect(first).toStrictEqual({ directory: join(cwd, 'public'), tools: 1, written: 3, removed: 0, doubts: [] });
  const { stderr } = await cli(['registry', 'public']);
  expect(stderr).toBe('1 tool in the registry; 0 files written, 0 removed.\n');
});

test('a directory of something else stays as it is', async () => {
  const { cli, cwd } = await prepare();
  await mkdir(join(cwd, 'public'));
  await writeFile(join(cwd, 'public/index.json'), '{}');
  expect(await cli(['registry', 'public'])).toStrictEqual({
    code: 1,
    stdout: '',
    stderr: `atip: No registry was written. ${cwd}/public/index.json is there and is not that of a registry. Nothing was written.\n`,
  });
});
