// needs: bwrap, make
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { openProjectState } from '@atip/node/internal';
import { expect, test } from 'vitest';
import { runTestCli } from '../../packages/cli/src/testing/run-test-cli.ts';
import { connect, textOf } from '../../packages/mcp/src/testing/demo-server.ts';
import { ATIP } from '../atip.ts';
import { createDirectoryOutsideTmp } from '../../packages/node/src/testing/temporary-directory.ts';

type At = (name: string) => string;

/** A person's home with a project, and the files that an attacker would put in its place, which print THEIRS. */
async function prepare() {
  const { at } = await createDirectoryOutsideTmp();
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

/** Changes that another program makes in the home while a person reads the question. */
const change = (at: At, script: string) => execFileSync('sh', ['-ec', script], { cwd: at('home') });

const MAKES = "printf 'all:\\n\\t@echo THEIRS\\n' >";

const CHANGES: readonly (readonly [what: string, line: string, script: string, cwd?: string])[] = [
  ['the directory is a link now', 'make', 'rm -r work; ln -s $PWD/theirs work'],
  ['the directory is another one', 'make', 'mv work old; mv theirs work'],
  ['the directory is another one, and the line runs no code', 'rm -f a', 'mv work old; mv theirs work'],
  ['the link to the directory leads elsewhere', 'make', 'ln -sfn $PWD/theirs link', 'home/link'],
  ['a directory of the line is a link now', 'cd sub && make', 'rm -r work/sub; ln -s $PWD/theirs work/sub'],
  ['a directory that make is given', 'make -C sub', 'rm -r work/sub; ln -s $PWD/theirs work/sub'],
  ['the file that make reads unnamed', 'make', `${MAKES} work/Makefile`],
  ['a file that comes first', 'make', `${MAKES} work/GNUmakefile`],
  ['the script', 'bash run.sh', 'echo echo THEIRS > work/run.sh'],
  ['the script is a link now', 'bash sub/run.sh', 'ln -sf $PWD/theirs/run.sh work/sub/run.sh'],
  ['a file that is read is a link now', 'rm -f run.sh; cat a', 'ln -sf $PWD/work/run.sh work/a'],
  [
    'a file that is read is a secret now',
    'rm -f run.sh; cat a',
    'mkdir .ssh; echo THEIRS > .ssh/id_rsa; ln -sf $PWD/.ssh/id_rsa work/a',
  ],
];

test.each(CHANGES)('the yes was about what was there: %s', async (_what, line = '', script = '', cwd = 'home/work') => {
  const { at, env } = await prepare();
  const ask = async (): Promise<string> => {
    change(at, script);
    return 'yes';
  };
  const { code, stdout, stderr } = await runTestCli(['run', '--line', line], { env, cwd: at(cwd), ask });
  expect(stderr).toMatch(
    /(?:changed after the call was checked|This is new)\. Nothing ran; check (?:it|the call) again\.$/m,
  );
  expect([code, stdout]).toStrictEqual([5, '']);
});

test.each(['make -C sub', 'bash run.sh'])('what only goes on beside the line changes nothing: %s', async (line) => {
  const { at, env } = await prepare();
  const ask = async (): Promise<string> => {
    change(
      at,
      'cd work; echo more > dev.log; mkdir dist; echo built > dist/x.js; echo "not ours" > ../theirs/Makefile',
    );
    return 'yes';
  };
  const { code, stdout } = await runTestCli(['run', '--line', line], { env, cwd: at('home/work'), ask });
  expect([code, stdout]).toStrictEqual([0, expect.stringContaining('OURS')]);
});

/** A server whose calls wait until `meanwhile` is over; `make` is allowed in its project. */
async function waiting(meanwhile: (state: ReturnType<typeof openProjectState>, at: At) => void) {
  const { at, env } = await prepare();
  const state = openProjectState(env);
  state.trust(at('home/work'));
  const client = await connect({
    ...{ found: [], cwd: at('home/work'), env, line: true },
    slots: {
      use: (_signal, run) => {
        meanwhile(state, at);
        return run();
      },
    },
  });
  return textOf(await client.callTool({ name: 'run_line', arguments: { line: 'make -C sub' } }));
}

test('a line that was allowed and waited is judged again', async () => {
  expect(await waiting(() => undefined)).toContain('OURS');
  const after = {
    fetched: /which an earlier line put there, perhaps from elsewhere/,
    untrusted: /which nobody has trusted yet/,
  };
  expect(await waiting((state, at) => state.remember([at('home/work/sub')]))).toMatch(after.fetched);
  expect(await waiting((state, at) => state.distrust(at('home/work')))).toMatch(after.untrusted);
  expect(await waiting((_state, at) => change(at, 'rm -r work/sub; ln -s $PWD/theirs work/sub'))).toMatch(
    /^make may run code of .*sub.* This is new/,
  );
});

test('what a line fetches is remembered when it runs, not when it is looked at', async () => {
  const { at, env } = await prepare();
  const state = openProjectState(env);
  const cwd = at('home/work');
  state.trust(cwd);
  const line = 'rm -f a; curl -s -o x.sh https://nowhere.invalid/x.sh';
  await runTestCli(['gate', line], { env, cwd });
  await runTestCli(['run', '--line', line, '--dry-run'], { env, cwd });
  await runTestCli(['run', '--line', line], { env, cwd, ask: async () => 'no' });
  expect(state.fetched()).toStrictEqual([]);
  await runTestCli(['run', '--line', line, '--yes'], { env, cwd });
  expect(state.fetched()).toStrictEqual([at('home/work/x.sh')]);
  mkdirSync(at('home/.local/state/agent-tools/projects'), { recursive: true });
  chmodSync(at('home/.local/state/agent-tools/projects'), 0o777);
  const { stderr, code } = await runTestCli(['run', '--line', line, '--yes'], { env, cwd });
  expect([code, stderr]).toStrictEqual([5, expect.stringContaining('is no directory that only you can write')]);
});

/** The answer of a hook in a process of its own. */
async function hook(line: string, cwd: string, env: Record<string, string>, id: string | undefined = 's1') {
  const child = spawn(process.execPath, [ATIP, 'gate', '--hook', 'gemini'], {
    env,
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const question = { hook_event_name: 'BeforeTool', tool_name: 'run_shell_command', tool_input: { command: line } };
  child.stdin.end(JSON.stringify({ ...question, cwd, session_id: id }));
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()));
  await once(child, 'close');
  const { decision, reason = '' }: { decision?: string; reason?: string } = JSON.parse(said);
  return { decision, reason };
}

const PACKAGES = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6'];

test('hooks at once: one of them fixes the root of their session, and nothing that they fetch is forgotten', async () => {
  const { at, env } = await prepare();
  for (const name of PACKAGES) mkdirSync(at(`home/work/${name}`));
  await Promise.all(
    PACKAGES.map((name) => hook(`curl -o x.sh https://h.example/${name}`, at(`home/work/${name}`), env)),
  );
  const { length } = openProjectState(env).fetched();
  const decisions = await Promise.all(PACKAGES.map((name) => hook('make', at(`home/work/${name}`), env)));
  expect(decisions.filter(({ decision }) => decision === 'allow')).toHaveLength(1);
  // Here the home lies among temporary files, in which all that is fetched counts.
  expect(length).toBe(PACKAGES.length);
});

const REFUSING: Readonly<Record<string, (at: At) => void>> = {
  'the state cannot be written': (at) => writeFileSync(at('home/.local'), 'no directory'),
  'the state belongs to another user': (at) =>
    mkdirSync(at('home/.local/state/agent-tools/projects'), { mode: 0o777, recursive: true }),
};

test.each(Object.entries(REFUSING))('a hook asks about the project’s code where %s', async (what, spoil) => {
  const { at, env } = await prepare();
  spoil(at);
  if (what.includes('another')) chmodSync(at('home/.local/state/agent-tools/projects'), 0o777);
  const { decision, reason } = await hook('make', at('home/work'), env);
  expect([decision, reason]).toStrictEqual([
    'ask',
    expect.stringContaining('where the lists of trusted and fetched places cannot be read'),
  ]);
  expect((await hook('ls', at('home/work'), env)).decision).toBe('allow');
});

test('a hook asks about what nobody can remember', async () => {
  const { at, env } = await prepare();
  await hook('ls', at('home/work'), env);
  rmSync(at('home/.local/state/agent-tools/projects'), { recursive: true, force: true });
  mkdirSync(at('home/.local/state/agent-tools/projects/fetched'), { recursive: true });
  openProjectState(env).trust(at('home/work'));
  const { decision, reason } = await hook('curl -o new.sh https://h.example', at('home/work'), env);
  expect([decision, reason]).toStrictEqual([
    'ask',
    expect.stringContaining('What the line fetches cannot be remembered'),
  ]);
});

test.each([
  ['curl -s https://h.example/x | tee GNUmakefile', 'GNUmakefile'],
  ["curl -s https://h.example/x | sed -n 'w GNUmakefile'", 'GNUmakefile'],
  ['curl -s https://h.example/x.patch | git apply', '.'],
  ['git clone https://h.example/x tests/v', 'tests/v'],
  ['git fetch x.bundle main', '.'],
])('after %s the code of the project asks', async (line, made) => {
  const { at, env } = await prepare();
  expect((await hook(line, at('home/work'), env)).decision).toBe('allow');
  if (made !== '.') writeFileSync(at(`home/work/${made.replace('tests/v', 'v')}`), 'x');
  mkdirSync(at('home/work/tests/v'), { recursive: true });
  const { decision, reason } = await hook('make', at('home/work'), env);
  expect([decision, reason]).toStrictEqual(['ask', expect.stringContaining('an earlier line put there')]);
});
