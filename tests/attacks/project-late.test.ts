// needs: bwrap, make
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLineJudge, createSandbox, loadConfiguration } from '@atip/node';
import { CallToolResultSchema } from '@modelcontextprotocol/sdk/types.js';
import { expect, test, vi } from 'vitest';
import { answerHook } from '../../packages/cli/src/gate/run-hook.ts';
import { runTestCli } from '../../packages/cli/src/testing/run-test-cli.ts';
import { connect } from '../../packages/mcp/src/testing/demo-server.ts';
import { openLineProject } from '../../packages/node/src/project/line-project.ts';
import { openProjectState } from '../../packages/node/src/project/project-state.ts';
import { createTemporaryDirectory } from '../../packages/node/src/testing/temporary-directory.ts';

type At = (name: string) => string;

/** A person's home with a project, and what somebody else would put in its place. What is theirs prints THEIRS. */
async function prepare() {
  // Lines do not see the machine's /tmp.
  vi.stubEnv('TMPDIR', '/var/tmp');
  const { at } = await createTemporaryDirectory();
  vi.unstubAllEnvs();
  for (const [place, who] of [
    ['work', 'OURS'],
    ['work/sub', 'OURS'],
    ['theirs', 'THEIRS'],
  ] as const) {
    mkdirSync(at(`home/${place}`), { recursive: true });
    writeFileSync(at(`home/${place}/Makefile`), `all:\n\t@echo ${who}\n`);
    writeFileSync(at(`home/${place}/run.sh`), `echo ${who}\n`);
  }
  writeFileSync(at('home/work/a'), 'OURS\n');
  symlinkSync(at('home/work'), at('home/link'));
  const env = { HOME: at('home'), PATH: '/usr/bin:/bin', NO_COLOR: '1', XDG_DATA_DIRS: '/nowhere' };
  return { at, env };
}

/** Puts another thing at a path, as another program would while a person reads the question. */
const puts = {
  link: (at: At, path: string, target: string) => {
    rmSync(at(path), { recursive: true });
    symlinkSync(at(target), at(path));
  },
  directory: (at: At, path: string) => {
    renameSync(at(path), at('home/old'));
    renameSync(at('home/theirs'), at(path));
  },
  file: (at: At, path: string, text: string) => writeFileSync(at(path), text),
};

type Change = readonly [what: string, line: string, change: (at: At) => void, cwd?: string];
const CHANGES: readonly Change[] = [
  ['the directory is a link now', 'make', (at) => puts.link(at, 'home/work', 'home/theirs')],
  ['the directory is another one', 'make', (at) => puts.directory(at, 'home/work')],
  ['the directory is another one, and the line runs no code', 'rm -f a', (at) => puts.directory(at, 'home/work')],
  ['the link to the directory leads elsewhere', 'make', (at) => puts.link(at, 'home/link', 'home/theirs'), 'home/link'],
  ['a directory of the line is a link now', 'cd sub && make', (at) => puts.link(at, 'home/work/sub', 'home/theirs')],
  ['a directory that make is given', 'make -C sub', (at) => puts.link(at, 'home/work/sub', 'home/theirs')],
  ['the file that make reads unnamed', 'make', (at) => puts.file(at, 'home/work/Makefile', 'all:\n\t@echo THEIRS\n')],
  ['a file that comes first', 'make', (at) => puts.file(at, 'home/work/GNUmakefile', 'all:\n\t@echo THEIRS\n')],
  ['that of another directory', 'make -C sub', (at) => puts.file(at, 'home/work/sub/Makefile', 'all:\n\t@echo THEIRS')],
  ['the script', 'bash run.sh', (at) => puts.file(at, 'home/work/run.sh', 'echo THEIRS')],
  ['the script is a link now', 'bash sub/run.sh', (at) => puts.link(at, 'home/work/sub/run.sh', 'home/theirs/run.sh')],
  ['a file that is read is a link now', 'rm -f b; cat a', (at) => puts.link(at, 'home/work/a', 'home/work/run.sh')],
  [
    'a file that is read is a secret now',
    'rm -f b; cat a',
    (at) => {
      mkdirSync(at('home/.ssh'));
      puts.file(at, 'home/.ssh/id_rsa', 'THEIRS');
      puts.link(at, 'home/work/a', 'home/.ssh/id_rsa');
    },
  ],
];

test.each(CHANGES)('the yes was about what was there: %s', async (_what, line, change, cwd = 'home/work') => {
  const { at, env } = await prepare();
  const ask = async (): Promise<string> => {
    change(at);
    return 'yes';
  };
  const { code, stdout, stderr } = await runTestCli(['run', '--line', line], { env, cwd: at(cwd), ask });
  expect(stderr).toMatch(/(?:changed after the call was checked|This is new)\. Nothing ran; check (?:it|the call) again\.$/m);
  expect([code, stdout]).toStrictEqual([5, '']);
});

test.each(['make', 'bash run.sh', 'make -C sub', 'rm -f b; cat a'])(
  'what only goes on beside the line changes nothing: %s',
  async (line) => {
    const { at, env } = await prepare();
    const ask = async (): Promise<string> => {
      puts.file(at, 'home/work/dev.log', 'one more line\n');
      mkdirSync(at('home/work/dist'));
      puts.file(at, 'home/work/dist/x.js', 'built');
      puts.file(at, 'home/theirs/Makefile', 'not ours');
      return 'yes';
    };
    const { code, stdout } = await runTestCli(['run', '--line', line], { env, cwd: at('home/work'), ask });
    expect([code, stdout]).toStrictEqual([0, expect.stringContaining('OURS')]);
  },
);
