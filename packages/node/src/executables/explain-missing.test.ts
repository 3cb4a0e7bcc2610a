import { mkdir, symlink } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { explainMissing } from './find-executable.ts';

async function explain(program: string): Promise<string> {
  const directory = await createTemporaryDirectory();
  await directory.write('bin/plain', '');
  await directory.write('bin/open', '', 0o757);
  await mkdir(directory.at('bin/group'));
  await symlink('nowhere', directory.at('bin/lost'));
  const reason = await explainMissing(program.replace('DIR', directory.path), { PATH: directory.at('bin') });
  return reason.replaceAll(directory.path, 'DIR');
}

test.each([
  ['nothing', 'There is no program "nothing" on the PATH.'],
  ['plain', '"DIR/bin/plain" is not executable; chmod +x makes it so.'],
  ['group', '"DIR/bin/group" is a directory.'],
  ['lost', '"DIR/bin/lost" is a broken link.'],
  [
    'open',
    '"DIR/bin/open" is skipped, because others could change it. Everyone may write "DIR/bin/open"; run chmod o-w on it.',
  ],
  ['DIR/bin/nothing', '"DIR/bin/nothing" does not exist.'],
])('%s', async (program, reason) => {
  expect(await explain(program)).toBe(reason);
});
