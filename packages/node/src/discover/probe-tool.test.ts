import { existsSync } from 'node:fs';
import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { probeTool } from './probe-tool.ts';

const ENV = { PATH: '/usr/bin:/bin', HOME: '/home/a', GH_TOKEN: 'ghp_planted' };
const HELLO = JSON.stringify({ atip: { version: '0.4' }, name: 'hello', version: '1.0.0', description: 'Says hello' });

async function probe(script: string, timeout = 10_000) {
  const directory = await createTemporaryDirectory();
  const path = await directory.script('hello', script);
  return { path, directory, reading: await probeTool(path, { env: ENV, timeout, sandbox: 'off' }) };
}

test('it runs with an empty directory, no input and no secrets, and leaves nothing behind', async () => {
  const script = `#!/bin/sh
here=$(dirname "$0")
pwd > "$here/pwd"; ls -A > "$here/ls"; cat > "$here/stdin"; env > "$here/env"
touch litter
echo '${HELLO}'
`;
  const { directory, reading } = await probe(script);
  expect(reading.found?.tool.name).toBe('hello');
  const read = (name: string): Promise<string> => readFile(join(directory.path, name), 'utf8');
  const asked = (await read('pwd')).trim();
  expect(asked).toMatch(/\/atip-probe-\w{6}$/);
  expect(await read('ls')).toBe('');
  expect(await read('stdin')).toBe('');
  expect(await read('env')).not.toContain('ghp_planted');
  expect(existsSync(asked)).toBe(false);
});

test('what is no absolute path of an executable is not run', async () => {
  const directory = await createTemporaryDirectory();
  const plain = join(directory.path, 'plain');
  await writeFile(plain, '#!/bin/sh\n');
  for (const path of ['sh', './sh', directory.path, join(directory.path, 'missing'), plain]) {
    expect((await probeTool(path, { env: ENV, sandbox: 'off' })).skipped?.code).toBe('not-executable');
  }
});

test('a linked tool goes by the name of the link', async () => {
  const directory = await createTemporaryDirectory();
  await directory.script('cli.sh', `#!/bin/sh\necho '${HELLO}'\n`);
  await symlink('cli.sh', join(directory.path, 'hello'));
  const reading = await probeTool(join(directory.path, 'hello'), { env: ENV, timeout: 10_000, sandbox: 'off' });
  expect(reading.found?.tool.name).toBe('hello');
});

test('a tool that replaces itself while it is asked does not count', async () => {
  const { reading } = await probe(
    `#!/bin/sh\necho '#!/bin/sh' > "$0.new"; chmod +x "$0.new"; mv "$0.new" "$0"; echo '${HELLO}'\n`,
  );
  expect(reading.skipped?.code).toBe('changed');
});
