import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ExecutionError } from '@atip/core/execute';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { heldDirectories, refuseHeld } from './held-directories.ts';

async function prepare() {
  const { path } = await createTemporaryDirectory();
  return { path, held: heldDirectories(join(path, 'state')) };
}
const since = expect.stringMatching(/^\d{4}-.*Z$/);

test('what is held stays so until it is released, with all below it', async () => {
  const { held } = await prepare();
  expect(await held.list()).toStrictEqual([]);
  await Promise.all([held.hold('/p/a', ['one']), held.hold('/p/b', ['two']), held.hold('/pp', ['three'])]);
  await held.hold('/p/a', ['one', 'four']);
  const list = (await held.list()).toSorted((one, other) => (one.directory < other.directory ? -1 : 1));
  expect(list).toStrictEqual([
    { directory: '/p/a', since, why: ['one', 'four'] },
    { directory: '/p/b', since, why: ['two'] },
    { directory: '/pp', since, why: ['three'] },
  ]);
  expect((await held.release('/p')).map(({ directory }) => directory).toSorted()).toStrictEqual(['/p/a', '/p/b']);
  expect((await held.list()).map(({ directory }) => directory)).toStrictEqual(['/pp']);
});

test.each(['', '{', '[]', '{"held":[{"directory":1}]}'])(
  'a list that cannot be read lets nothing run: %j',
  async (text) => {
    const { path, held } = await prepare();
    mkdirSync(join(path, 'state'));
    writeFileSync(join(path, 'state/held.json'), text);
    await expect(held.list()).rejects.toThrow(ExecutionError);
    await expect(held.hold('/x', [])).rejects.toThrow(/cannot be read, so it is not known in which directories/);
  },
);

test.each<[string, string, readonly string[], boolean]>([
  ['in it', 'held', [], true],
  ['below it', 'held/deep', [], true],
  ['by a link', 'link/deep', [], true],
  ['an argument', '', ['held/deep/new'], true],
  ['an absolute argument', '', ['ABS/held'], true],
  ['the value of an option', '', ['--git-dir=held/deep'], true],
  ['behind a letter', '', ['-Cheld/deep'], true],
  ['an address', '', ['file://ABS/held'], true],
  ['over a link', '', ['link/x'], true],
  ['beside it', 'heldnot', ['../heldnot', '--x=heldnot', 'held-x'], false],
  ['around it', '', ['.', '-m', 'held by none'], false],
])('a run is refused where it would run: %s', async (_name, cwd, argv, isRefused) => {
  const { path } = await prepare();
  mkdirSync(join(path, 'held/deep'), { recursive: true });
  mkdirSync(join(path, 'heldnot'));
  symlinkSync('held', join(path, 'link'));
  const run = (): void =>
    refuseHeld(
      [{ directory: join(path, 'held'), since: '', why: [] }],
      join(path, cwd),
      argv.map((word) => word.replace('ABS', path)),
    );
  if (isRefused) expect(run).toThrow(/^No tool runs in .*\/held until a person has looked at it.*"atip trust"/);
  else expect(run).not.toThrow();
});
