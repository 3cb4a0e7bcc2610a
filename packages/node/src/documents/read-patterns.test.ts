import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { xdgPaths } from '../environment/xdg-paths.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { readPatterns } from './read-patterns.ts';

const RELEASE = { name: 'release', description: 'Release', steps: [{ command: 'git tag {version}' }] };
const DEPLOY = { ...RELEASE, name: 'deploy' };

test('patterns of the user come before those of the system; a file has one or several', async () => {
  const directory = await createTemporaryDirectory();
  const paths = xdgPaths({
    XDG_DATA_HOME: join(directory.path, 'user'),
    XDG_DATA_DIRS: join(directory.path, 'system'),
  });
  const [system] = paths.system;
  if (!system) throw new Error('XDG_DATA_DIRS was not read.');
  await mkdir(paths.patterns, { recursive: true });
  await mkdir(system.patterns, { recursive: true });
  await writeFile(join(system.patterns, 'a.json'), JSON.stringify({ ...RELEASE, name: 'system' }));
  await writeFile(join(paths.patterns, 'one.json'), JSON.stringify(RELEASE));
  await writeFile(join(paths.patterns, 'several.json'), JSON.stringify([DEPLOY, { ...DEPLOY, name: 'again' }]));
  await writeFile(
    join(paths.patterns, 'printed.json'),
    JSON.stringify({ patterns: [{ ...RELEASE, name: 'printed' }] }),
  );
  await writeFile(join(paths.patterns, 'broken.json'), '[');
  await writeFile(join(paths.patterns, 'invalid.json'), JSON.stringify([RELEASE, { name: 'no-steps' }]));
  const { found, skipped } = await readPatterns(paths);
  expect(found.map(({ pattern, source }) => [pattern.name, source.split('/').slice(-1)[0]])).toStrictEqual([
    ['release', 'one.json'],
    ['printed', 'printed.json'],
    ['deploy', 'several.json'],
    ['again', 'several.json'],
    ['system', 'a.json'],
  ]);
  expect(skipped.map(({ source, code }) => [source.split('/').slice(-1)[0], code])).toStrictEqual([
    ['broken.json', 'invalid-pattern'],
    ['invalid.json', 'invalid-pattern'],
  ]);
});

test('a file whose name hides characters is left out', async () => {
  const directory = await createTemporaryDirectory();
  const paths = xdgPaths({ XDG_DATA_HOME: directory.path, XDG_DATA_DIRS: '/nowhere/system' });
  await mkdir(paths.patterns, { recursive: true });
  await writeFile(join(paths.patterns, 'org\u200b-deploy.json'), JSON.stringify(RELEASE));
  const { found, skipped } = await readPatterns(paths);
  expect([found, skipped.map(({ code, reason }) => [code, reason])]).toStrictEqual([
    [],
    [['unsafe-name', 'Characters hide in the name of this file (U+200B).']],
  ]);
});
