import { tmpdir } from 'node:os';
import { ExecutionError, InteractiveNotSupportedError } from '@atip/core/execute';
import { expect, test, vi } from 'vitest';
import { executeCommand } from './execute-command.ts';
import type { ExecuteOptions, ExecuteOutcome } from './launch-types.ts';

const MIB = 1_048_576;

function sh(script: string, options: Partial<ExecuteOptions> = {}): Promise<ExecuteOutcome> {
  return executeCommand(['/bin/sh', '-c', script], { timeout: 10_000, maxOutput: MIB, killGrace: 100, ...options });
}

/** Everything but the duration, which no test can foresee. */
function ending({ duration, bytes, ...rest }: ExecuteOutcome): Omit<ExecuteOutcome, 'duration' | 'bytes'> {
  expect(duration).toBeGreaterThanOrEqual(0);
  return rest;
}

const ENDED = { exitCode: 0, stdout: '', stderr: '', truncated: false, timedOut: false };

test.each([
  ['success', 'echo out; echo err >&2', { ...ENDED, stdout: 'out\n', stderr: 'err\n' }],
  ['failure', 'echo no >&2; exit 3', { ...ENDED, exitCode: 3, stderr: 'no\n' }],
  ['death by a signal', 'kill -9 $$', { ...ENDED, exitCode: null }],
])('success and failure have one shape: %s', async (_name, script, expected) => {
  expect(ending(await sh(script))).toStrictEqual(expected);
});

test('arguments reach the program as they are, whatever a shell would make of them', async () => {
  const argv = ['/usr/bin/printf', '%s|', '$HOME', '`id`', '; rm -rf /', '*', 'a\'b"c', 'ü 😀'];
  const outcome = await executeCommand(argv, { timeout: 10_000, maxOutput: MIB });
  expect(outcome.stdout).toBe('$HOME|`id`|; rm -rf /|*|a\'b"c|ü 😀|');
});

test('a program may clean up between TERM and KILL', async () => {
  const outcome = await sh('trap "echo cleaned; exit 7" TERM; sleep 60 & echo ready; wait', {
    timeout: 300,
    killGrace: 5_000,
  });
  expect(ending(outcome)).toStrictEqual({ ...ENDED, exitCode: 7, stdout: 'ready\ncleaned\n', timedOut: true });
});

test('a program that writes more than is kept runs to its end, and a listener gets all of it', async () => {
  let heard = 0;
  const outcome = await executeCommand(['/bin/sh', '-c', 'head -c 3000000 /dev/zero; echo done >&2; exit 7'], {
    timeout: 20_000,
    maxOutput: 100_001,
    onOutput: (_stream, text) => {
      heard += text.length;
    },
  });
  expect(outcome).toMatchObject({ exitCode: 7, stderr: 'done\n', truncated: true, timedOut: false });
  expect([outcome.stdout.length, heard, outcome.bytes]).toStrictEqual([
    100_001,
    3_000_005,
    { stdout: 3_000_000, stderr: 5 },
  ]);
});

test('endless output ends at the time limit, or at its own where the caller says so', async () => {
  const yes = { timeout: 500, maxOutput: 1000 };
  expect(await executeCommand(['/usr/bin/yes'], yes)).toMatchObject({ truncated: true, timedOut: true });
  const stopped = await executeCommand(['/usr/bin/yes'], { ...yes, timeout: 20_000, stopAtLimit: true });
  expect(stopped).toMatchObject({ exitCode: null, truncated: true, timedOut: false });
  expect(stopped.stdout).toHaveLength(1000);
});

test.each([
  ['no options', undefined],
  ['options that say nothing', {}],
  ['limits that are none', { timeout: Number.NaN, maxOutput: -1 }],
])("%s leave the design's limits: 1 MiB of output", async (_name, options) => {
  const outcome = await executeCommand(['/usr/bin/head', '-c', '2000000', '/dev/zero'], options);
  expect(outcome).toMatchObject({ truncated: true, timedOut: false });
  expect(outcome.stdout).toHaveLength(MIB);
});

test('more than 10 MiB is not kept, whatever is asked for', async () => {
  const outcome = await executeCommand(['/usr/bin/head', '-c', '11000000', '/dev/zero'], { maxOutput: 20 * MIB });
  expect(outcome).toMatchObject({ truncated: true });
  expect(outcome.stdout).toHaveLength(10 * MIB);
});

test('a shell is refused, with what runs a line', async () => {
  const running = executeCommand(['/bin/echo', '$HOME'], { shell: true });
  await expect(running).rejects.toThrow('A line for a shell runs with `atip run --line LINE`');
});

test('output is handed on while the program runs', async () => {
  const abort = new AbortController();
  const seen: string[] = [];
  const outcome = await sh('echo first; sleep 60', {
    signal: abort.signal,
    onOutput: (stream, text) => {
      seen.push(`${stream}:${text}`);
      abort.abort();
    },
  });
  expect(seen).toStrictEqual(['stdout:first\n']);
  expect(ending(outcome)).toStrictEqual({ ...ENDED, exitCode: null, stdout: 'first\n' });
});

test('what was aborted before the start is not started', async () => {
  const outcome = await sh('echo ran', { signal: AbortSignal.abort() });
  expect(ending(outcome)).toStrictEqual({ ...ENDED, exitCode: null });
  expect(outcome.duration).toBe(0);
});

test('without an environment of its own a child gets the allow-listed one, and no secret of ours', async () => {
  vi.stubEnv('PLANTED_TOKEN', 'ghp_planted');
  const { stdout } = await executeCommand(['/usr/bin/env']);
  vi.unstubAllEnvs();
  expect(stdout).toContain('\nCI=1\n');
  expect(stdout).not.toContain('PLANTED');
});

test('the executed file and argv[0] may differ', async () => {
  const outcome = await executeCommand(['/usr/local/bin/as-called', '-c', 'echo $0'], {
    executable: '/bin/sh',
    timeout: 10_000,
    maxOutput: MIB,
  });
  // A shell reports argv[0] as $0.
  expect(outcome.stdout).toBe('/usr/local/bin/as-called\n');
});

test.each([
  ['a bare name', ['git'], {}, 'The executable must be an absolute path, as found when the tool was discovered.'],
  ['no command', [], {}, 'The executable must be an absolute path, as found when the tool was discovered.'],
  ['a relative directory', ['/bin/ls'], { cwd: 'here' }, 'The working directory must be an absolute path.'],
  ['a NUL', ['/bin/echo', 'a\0b'], {}, 'Argument 1 contains a NUL character, which no program can receive.'],
  [
    'a missing file',
    ['/nowhere/git'],
    {},
    '/nowhere/git could not be started: no such file or directory (ENOENT). The file, its interpreter or the working directory is gone.',
  ],
  [
    'a missing directory',
    ['/bin/ls'],
    { cwd: '/nowhere' },
    '/bin/ls could not be started: no such file or directory (ENOENT). The file, its interpreter or the working directory is gone.',
  ],
  ['a directory', [tmpdir()], {}, `${tmpdir()} could not be started: permission denied (EACCES).`],
  [
    'an argument that is too long',
    ['/bin/echo', 'x'.repeat(200_000)],
    {},
    '/bin/echo could not be started: argument list too long (E2BIG). Give fewer arguments at a time, or write them to a file or to the input, if the program reads one.',
  ],
])('what cannot be started is an ExecutionError: %s', async (_name, argv, options, message) => {
  const running = executeCommand(argv, { timeout: 10_000, maxOutput: MIB, ...options });
  const error = await running.catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ExecutionError);
  expect(error).toMatchObject({ message, argv });
});

test('a run that is to have a person at its input is refused, and nothing is started', async () => {
  await expect(sh('echo started', { interactive: 'stdin' })).rejects.toBeInstanceOf(InteractiveNotSupportedError);
});

test('bytes come as they were written, up to the limit, and are counted beyond it; characters come whole', async () => {
  const seen: number[] = [];
  // Writes the halves of one character apart, and has another one cut by the limit.
  const outcome = await sh("printf '\\377\\303' >&2; sleep 0.1; printf '\\274\\303' >&2; printf '1234\\303\\27467'", {
    maxOutput: 5,
    onBytes: (stream, bytes) => {
      if (stream === 'stderr') seen.push(...bytes);
    },
  });
  expect(seen).toStrictEqual([0xff, 0xc3, 0xbc, 0xc3]);
  expect(outcome).toMatchObject({ stdout: '1234', stderr: '\ufffdü\ufffd', truncated: true });
  expect(outcome.bytes).toStrictEqual({ stdout: 8, stderr: 4 });
});

test('a wrapper changes what is started, and can hand it bytes beyond its output', async () => {
  const outcome = await executeCommand(['/opt/tool', 'a'], {
    timeout: 10_000,
    maxOutput: MIB,
    cwd: '/usr',
    env: { KEPT: 'yes' },
    wrap: ({ file, args, cwd, env }) => ({
      file: '/bin/sh',
      argv0: 'sh',
      args: ['-c', 'cat <&3 <&4; echo; pwd; echo "$0 $1 $KEPT"', file, ...args],
      cwd: '/',
      env: { KEPT: `${env['KEPT']} ${cwd}` },
      inherited: [Buffer.from('three'), Buffer.from('four')],
    }),
  });
  expect(outcome.stdout).toBe('four\n/\n/opt/tool a yes /usr\n');
});

test('a run that is called off in the moment of its start ends', async () => {
  const controller = new AbortController();
  const running = sh('sleep 20', { signal: controller.signal });
  controller.abort();
  expect((await running).duration).toBeLessThan(5_000);
});
