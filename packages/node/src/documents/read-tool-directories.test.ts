import { execFileSync } from 'node:child_process';
import { mkdir, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { chooseTools, readToolReadings, type ToolScan } from './read-tool-directories.ts';
import { MAX_TOOL_DOCUMENT } from './tool-document.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';

function document(name: string, description = 'A tool'): string {
  return JSON.stringify({ atip: { version: '0.4' }, name, version: '1.0.0', description });
}

async function prepare() {
  const directory = await createTemporaryDirectory();
  const paths = { tools: join(directory.path, 'tools'), shims: join(directory.path, 'shims') };
  await mkdir(paths.tools);
  await mkdir(paths.shims);
  return { directory, paths };
}

const readToolDirectories = async (paths: Parameters<typeof readToolReadings>[0]): Promise<ToolScan> =>
  chooseTools([...(await readToolReadings(paths, 'tools')), ...(await readToolReadings(paths, 'shims'))]);

/** Base names and codes only: the sentences are for people. */
function outline({ found, skipped }: ToolScan) {
  return {
    found: found.map(({ tool, origin }) => `${origin}/${tool.name}`),
    skipped: skipped.map(({ source, code }) => `${source.split('/').slice(-2).join('/')}: ${code}`),
  };
}

test('each file that cannot be used is listed with its code, and none stops the others', async () => {
  const { directory, paths } = await prepare();
  const file = (name: string, text: string | Uint8Array): Promise<void> => writeFile(join(paths.tools, name), text);
  await file('a-good.json', document('a-good'));
  await file('broken.json', '{ "atip": ');
  await file('empty.json', '');
  await file('html.json', '<html></html>');
  await file('incomplete.json', '{ "atip": { "version": "0.4" } }');
  await file('latin1.json', Uint8Array.from([0x22, 0xfc, 0x22]));
  await file('list.json', '[]');
  await file('other.json', document('gh'));
  await file('...json', document('..'));
  await file('-rf.json', document('-rf'));
  await file('up.json', document('../../bin/sh'));
  await file('large.json', '');
  await truncate(join(paths.tools, 'large.json'), MAX_TOOL_DOCUMENT + 1);
  await mkdir(join(paths.tools, 'folder.json'));
  await writeFile(join(directory.path, 'outside.json'), document('linked'));
  await symlink('../outside.json', join(paths.tools, 'linked.json'));
  await symlink('loop.json', join(paths.tools, 'loop.json'));
  execFileSync('/usr/bin/mkfifo', [join(paths.tools, 'pipe.json')]);
  expect(outline(await readToolDirectories(paths))).toStrictEqual({
    found: ['tools/a-good'],
    skipped: [
      'tools/-rf.json: unsafe-name',
      'tools/...json: invalid-metadata',
      'tools/broken.json: invalid-metadata',
      'tools/empty.json: invalid-metadata',
      'tools/folder.json: not-a-file',
      'tools/html.json: invalid-metadata',
      'tools/incomplete.json: invalid-metadata',
      'tools/large.json: too-large',
      'tools/latin1.json: not-utf8',
      'tools/linked.json: symlink',
      'tools/list.json: invalid-metadata',
      'tools/loop.json: symlink',
      'tools/other.json: name-mismatch',
      'tools/pipe.json: not-a-file',
      'tools/up.json: invalid-metadata',
    ],
  });
});

test('a document with more commands than can be told apart is left out with the reason, and the others stay', async () => {
  const { paths } = await prepare();
  await writeFile(join(paths.shims, 'good.json'), document('good'));
  const commands = Object.fromEntries(
    Array.from({ length: 100_001 }, (_, index) => [`c${index}`, { description: '' }]),
  );
  await writeFile(join(paths.shims, 'bad.json'), JSON.stringify({ ...JSON.parse(document('bad')), commands }));
  const scan = await readToolDirectories(paths);
  expect(outline(scan)).toStrictEqual({ found: ['shims/good'], skipped: ['shims/bad.json: invalid-metadata'] });
  expect(scan.skipped[0]?.reason).toContain('no more than 100000 can be told apart');
});

test("the system's documents come after the user's, those of tools before shims, also without a folder", async () => {
  const { directory, paths } = await prepare();
  const data = join(directory.path, 'system');
  const system = { data, tools: join(data, 'tools'), shims: join(data, 'shims'), patterns: join(data, 'patterns') };
  await mkdir(system.tools, { recursive: true });
  await mkdir(system.shims);
  await writeFile(join(paths.tools, 'gh.json'), document('gh', 'user'));
  await writeFile(join(system.tools, 'gh.json'), document('gh', 'system'));
  await writeFile(join(paths.shims, 'jq.json'), document('jq', 'shim'));
  await writeFile(join(data, 'jq.json'), document('jq', 'flat'));
  await writeFile(join(system.shims, 'tar.json'), document('tar'));
  expect(outline(await readToolDirectories({ ...paths, system: [system] }))).toStrictEqual({
    found: ['tools/gh', 'tools/jq', 'shims/tar'],
    skipped: ['tools/gh.json: shadowed', 'shims/jq.json: shadowed'],
  });
});
