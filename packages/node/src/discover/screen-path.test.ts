import { execFileSync } from 'node:child_process';
import { chmod, mkdir, readdir, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { type Screening, screenPath } from './screen-path.ts';

async function prepare() {
  const directory = await createTemporaryDirectory();
  const { path, at } = directory;
  const write = (name: string, content: string, mode = 0o755) => directory.write(name, content, mode);
  await mkdir(at('bin'));
  const screen = async (before?: Screening) => {
    const screening = screenPath({ env: { PATH: at('bin') } }, before?.files);
    let next = await screening.next();
    while (!next.done) next = await screening.next();
    const { programs, skipped } = next.value;
    const verdicts = Object.fromEntries([
      ...programs.map(({ executable, verdict }) => [executable.name, verdict]),
      ...skipped.map(({ source, code }) => [source.replace(`${at('bin')}/`, ''), code]),
    ]);
    return { ...next.value, verdicts };
  };
  return { path, at, write, screen };
}

test('each program gets a verdict or a code, nothing is run, and the numbers add up', async () => {
  const { path, at, write, screen } = await prepare();
  const trace = `#!/bin/sh\ntouch ${at('executed')}\n`;
  await write('bin/a-json', `${trace}echo '{"atip":{}}'`);
  await write('bin/b-flag', `\u007fELF${'x'.repeat(3 * 1024 * 1024)} --agent\0`);
  await write('bin/c-canonical', `${trace}# --schema "parameters"`);
  await write('bin/d-both', '--schema "parameters" "atip"');
  await write('bin/e-plain', `${trace}echo --agent-id`);
  await write('bin/h-open', '--agent', 0o777);
  await symlink('a-json', at('bin/i-link'));
  const { verdicts, counts } = await screen();
  expect(verdicts).toStrictEqual({
    'a-json': 'marked',
    'b-flag': 'marked',
    'c-canonical': 'canonical',
    'd-both': 'marked',
    'e-plain': 'unmarked',
    'h-open': 'world-writable',
    'i-link': 'marked',
  });
  expect(counts).toMatchObject({
    directories: 1,
    executables: 6,
    skipped: 1,
    cached: 0,
    read: 5,
    marked: 4,
    canonical: 1,
  });
  expect(await readdir(path)).toStrictEqual(['bin']);
});

test('a marker that only the wrapped module has counts, and so does half of one on either side', async () => {
  const { at, write, screen } = await prepare();
  await write('bin/node-tool', "#!/usr/bin/env node\nrequire('../lib/cli')");
  await write('lib/cli.js', "if (flag === '--agent') describe()", 0o644);
  await write('bin/python-tool', '#!/usr/bin/env python3\nfrom pkg.cli import main');
  await write('lib/python3.11/site-packages/pkg/cli.py', 'print({"atip": 1})', 0o644);
  await write('bin/shell-tool', `#!/bin/sh\nexec ${at('lib/real')} "$@"`);
  await write('lib/real', 'echo --schema "parameters"');
  await write('bin/two-steps', `#!/bin/sh\nexec ${at('bin/node-tool')} "$@"`);
  await write('bin/unsafe', `#!/bin/sh\nexec ${at('lib/open')} "$@" # --agent`);
  await write('lib/open', '', 0o666);
  await write('bin/to-large', `#!/bin/sh\nexec ${at('lib/large')} "$@"`);
  await write('lib/large', '');
  await truncate(at('lib/large'), 5e9);
  execFileSync('mkfifo', [at('lib/pipe')]);
  await write('bin/to-pipe', `#!/bin/sh\nexec ${at('lib/pipe')} "$@"`);
  const { verdicts } = await screen();
  expect(verdicts).toStrictEqual({
    'node-tool': 'marked',
    'python-tool': 'marked',
    'shell-tool': 'canonical',
    'to-large': 'too-large',
    'to-pipe': 'unmarked',
    'two-steps': 'unmarked',
    unsafe: 'unsafe-target',
  });
});

test('what has not changed comes from the cache, unmarked programs included', async () => {
  const { write, screen } = await prepare();
  await write('bin/plain', 'x');
  await write('bin/tool', "#!/usr/bin/env node\nrequire('../lib/cli')");
  await write('lib/cli.js', '--agent', 0o644);
  const first = await screen();
  const second = await screen(first);
  expect(second.verdicts).toStrictEqual({ plain: 'unmarked', tool: 'marked' });
  expect(second.counts).toMatchObject({ executables: 2, cached: 2, read: 0, bytes: 0, marked: 1 });
  expect([first.isChanged, second.isChanged]).toStrictEqual([true, false]);
  expect(second.files).toStrictEqual(first.files);
});

test.each<[string, string, (at: (name: string) => string) => Promise<unknown>]>([
  ['the program', 'unmarked', (at) => writeFile(at('bin/tool'), '#!/bin/sh\n# other')],
  ['the wrapped file', 'unmarked', (at) => writeFile(at('lib/cli.js'), '--agenT')],
  [
    'the link to the wrapped file',
    'canonical',
    async (at) => {
      await rm(at('lib/cli.js'));
      await symlink('other.js', at('lib/cli.js'));
    },
  ],
  ['the mode of the wrapped file', 'unsafe-target', (at) => chmod(at('lib/cli.js'), 0o666)],
  ['the mode of the directory of the wrapped file', 'unsafe-target', (at) => chmod(at('lib'), 0o777)],
  ['the mode of the interpreter', 'unsafe-target', (at) => chmod(at('run/node'), 0o777)],
])('a change of %s is seen: %s', async (_title, verdict, change) => {
  const { at, write, screen } = await prepare();
  await write('run/node', '');
  await write('bin/tool', `#!${at('run/node')}\nrequire('../lib/cli.js')`);
  await write('lib/cli.js', '--agent', 0o644);
  await write('lib/other.js', '--schema "parameters"', 0o644);
  const first = await screen();
  await change(at);
  const second = await screen(first);
  expect([first.verdicts, second.verdicts]).toStrictEqual([{ tool: 'marked' }, { tool: verdict }]);
  expect(second.isChanged).toBe(true);
});
