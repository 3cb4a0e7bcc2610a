import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { xdgPaths } from '../process/xdg-paths.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { readPatterns } from './read-workflow-patterns.ts';

const RELEASE = { name: 'release', description: 'Release', steps: [{ command: 'git tag {version}' }] };
const DEPLOY = { ...RELEASE, name: 'deploy' };

test('patterns of the user come before those of the system; a file has one or several', async () => {
  const directory = await createTemporaryDirectory();
  const paths = xdgPaths({
    XDG_DATA_HOME: directory.at('user'),
    XDG_DATA_DIRS: directory.at('system'),
  });
  const put = (name: string, content: unknown) =>
    directory.write(`${name}.json`, typeof content === 'string' ? content : JSON.stringify(content));
  await put('system/agent-tools/patterns/a', { ...RELEASE, name: 'system' });
  await put('user/agent-tools/patterns/one', RELEASE);
  await put('user/agent-tools/patterns/several', [DEPLOY, { ...DEPLOY, name: 'again' }]);
  await put('user/agent-tools/patterns/printed', { patterns: [{ ...RELEASE, name: 'printed' }] });
  await put('user/agent-tools/patterns/broken', '[');
  await put('user/agent-tools/patterns/invalid', [RELEASE, { name: 'no-steps' }]);
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
