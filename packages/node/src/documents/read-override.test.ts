import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { describing } from '../testing/test-machine.ts';
import { readOverride, readToolDocument } from './tool-document.ts';

const GH = describing('gh', {
  commands: { list: { description: 'List' }, delete: { description: 'Delete', effects: { destructive: true } } },
});

async function prepare() {
  const directory = await createTemporaryDirectory();
  const place = { origin: 'tools', place: 'user-file', source: '/t/gh.json' } as const;
  const { found } = readToolDocument(JSON.stringify(GH), 'gh', place);
  if (!found) throw new Error('The document of the test is invalid.');
  return { directory: directory.path, file: join(directory.path, 'gh.json'), found };
}

test('what the user writes is laid over the document', async () => {
  const { directory, file, found } = await prepare();
  await writeFile(file, JSON.stringify({ commands: { delete: null, list: { effects: { network: true } } } }));
  const reading = await readOverride(found, directory);
  expect(reading.found?.tool.commands).toStrictEqual({ list: { description: 'List', effects: { network: true } } });
  expect(Object.keys(found.tool.commands ?? {})).toStrictEqual(['list', 'delete']);
});

test.each<[string, (file: string) => Promise<void>, RegExp]>([
  ['not JSON', (file) => writeFile(file, '{'), /does not fit: It is not JSON\.$/],
  ['of another tool', (file) => writeFile(file, '{"name":"git"}'), /is of another tool/],
  ['a command that is not there', (file) => writeFile(file, '{"commands":{"drop":null}}'), /drop/],
  ['not UTF-8', (file) => writeFile(file, Uint8Array.of(0x22, 0xff, 0x22)), /It is not valid UTF-8\.$/],
  ['a link', (file) => symlink('/etc/passwd', file), /It is a symbolic link\.$/],
  ['a directory', async (file) => void (await mkdir(file)), /It is not a regular file\.$/],
])('a file that cannot be applied leaves the tool out: %s', async (_name, write, reason) => {
  const { directory, file, found } = await prepare();
  await write(file);
  const { skipped } = await readOverride(found, directory);
  expect(skipped).toMatchObject({ source: file, code: 'invalid-override' });
  expect(skipped?.reason).toMatch(/^"gh" is left out, since its override does not fit: /);
  expect(skipped?.reason).toMatch(reason);
});
