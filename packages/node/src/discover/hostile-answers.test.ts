import { chmod, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { answering, createTestMachine, describing, OPEN_SANDBOX } from '../testing/test-machine.ts';
import { listTools } from './list-tools.ts';

async function prepare() {
  const machine = await createTestMachine(OPEN_SANDBOX);
  return { ...machine, script: machine.directory.script };
}

test('what a script starts is not looked for in directories that others can write to', async () => {
  const { directory, bin, script, scan, home } = await prepare();
  const open = join(directory.path, 'open');
  await mkdir(open);
  await script('open/node', `#!/bin/sh\n/bin/touch ${directory.path}/ran\n`);
  await chmod(open, 0o777);
  await script('bin/tool', '#!/usr/bin/env node\n// --agent\n');
  await scan({ env: { PATH: `${open}:${bin}:/bin`, HOME: home, XDG_DATA_DIRS: '/nowhere', ATIP_SHIMS: 'off' } });
  expect(await readdir(directory.path)).not.toContain('ran');
});

test('a program that removes itself while it is asked costs itself alone', async () => {
  const { script, scan } = await prepare();
  await script('bin/one', answering(describing('one')));
  await script('bin/gone', `#!/bin/sh\n# --agent\n/bin/rm "$0"\necho '${JSON.stringify(describing('gone'))}'\n`);
  const done = await scan();
  expect(done.scan.found.map(({ tool }) => tool.name)).toStrictEqual(['one']);
  expect(done.scan.skipped.map(({ code }) => code)).toStrictEqual(['changed']);
});

test('a program is asked again when a file that it hands over to is another', async () => {
  const { directory, script, scan } = await prepare();
  const real = await script('real', answering(describing('wrap')));
  await script('bin/wrap', `#!/bin/sh\nexec ${real} "$@"\n`);
  await script('bin/fail', `#!/bin/sh\nexec ${directory.path}/broken "$@"\n`);
  await script('broken', `#!/bin/sh\n# --agent\nexit 1\n`);
  expect((await scan()).scan.found.map(({ tool }) => tool.description)).toStrictEqual(['A tool']);
  expect((await scan()).counts.started).toBe(0);
  await script('real', answering(describing('wrap', { description: 'Upgraded' })));
  await script('broken', answering(describing('fail', { description: 'Repaired' })));
  expect((await scan()).scan.found.map(({ tool }) => tool.description)).toStrictEqual(['Repaired', 'Upgraded']);
  expect((await scan()).counts.started).toBe(0);
});

test('a program that was too slow twice is not asked again', async () => {
  const { script, scan } = await prepare();
  await script('bin/slow', '#!/bin/sh\n# --agent\nexec /bin/sleep 30\n');
  const started: number[] = [];
  for (let i = 0; i < 4; i += 1) {
    const done = await scan({ timeout: 300 });
    started.push(done.counts.started);
    expect(done.scan.skipped.map(({ code }) => code)).toStrictEqual(['timed-out']);
  }
  expect(started).toStrictEqual([1, 1, 0, 0]);
});

test('a program that leads into the project is left out', async () => {
  const { directory, bin, script, scan } = await prepare();
  await mkdir(join(directory.path, 'project'));
  await script('project/one', answering(describing('one')));
  await symlink('../project/one', join(bin, 'one'));
  const done = await scan({ projectDirectory: join(directory.path, 'project') });
  expect(done.counts.started).toBe(0);
  expect(done.scan.skipped.map(({ code }) => code)).toStrictEqual(['inside-project']);
});

test('a document that the registry does not know is not left for one that a person wrote', async () => {
  const { env, script, scan, data } = await prepare();
  await script('bin/one', answering(describing('one')));
  await mkdir(join(data, 'registry.json'), { recursive: true });
  expect((await scan()).scan.skipped.map(({ code }) => code)).toStrictEqual(['registry', 'not-saved']);
  expect((await listTools(env)).found).toStrictEqual([]);
});
test('two scans at once of programs with one name never give one the document of the other', async () => {
  const { directory, script, env, scan } = await prepare();
  await mkdir(join(directory.path, 'else'));
  await script('bin/same', answering(describing('same', { description: 'bin' })));
  await script('else/same', answering(describing('same', { description: 'else' })));
  const places = ['bin', 'else'].map((place) => ({ ...env, PATH: join(directory.path, place) }));
  for (let round = 0; round < 2; round += 1) {
    await Promise.all(places.map((one) => scan({ env: one, refresh: true })));
    for (const one of places) {
      const { found } = await listTools(one);
      for (const { tool, source } of found) expect(source).toBe(join(directory.path, tool.description, 'same'));
    }
  }
});

test('a document that a person writes while programs are asked is not written over', async () => {
  const { script, scan, data } = await prepare();
  const mine = JSON.stringify(describing('one', { description: 'mine' }));
  await script(
    'bin/one',
    `#!/bin/sh\n# --agent\n/bin/mkdir -p ${data}/tools; echo '${mine}' > ${data}/tools/one.json\necho '${JSON.stringify(describing('one'))}'\n`,
  );
  await scan();
  expect(await readFile(join(data, 'tools/one.json'), 'utf8')).toBe(`${mine}\n`);
  expect((await scan()).scan.found.map(({ tool }) => tool.description)).toStrictEqual(['A tool']);
});
