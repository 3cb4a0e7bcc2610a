// needs: bwrap
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { executeCommand } from '../process/execute-command.ts';
import { HolderError } from '../process/launch-types.ts';
import { createDirectoryOutsideTmp } from '../testing/temporary-directory.ts';
import { createSandbox } from './create-sandbox.ts';
import type { SandboxRequest } from './sandbox.ts';
import { writeGuard } from './seccomp-filter.ts';
import { WRITE_GUARD_CODE, WRITE_GUARD_SOURCE } from './generated/write-guard-code.ts';

const SH = realpathSync('/bin/sh');
const SANDBOX = await createSandbox();

/** A directory to work in; not in /tmp, which a sandbox empties. */
async function prepare() {
  const directory = await createDirectoryOutsideTmp();
  const at = (name: string): string => join(directory.path, name);
  mkdirSync(at('home/project'), { recursive: true });
  const run = async (program: string, args: readonly string[], more: Partial<SandboxRequest> = {}) => {
    const executable = realpathSync(program);
    const { wrap } = await SANDBOX.plan({
      ...{
        executable,
        foundAs: program,
        cwd: at('home/project'),
        home: at('home'),
        writableRoots: [at('home/project')],
      },
      ...{ effects: { network: false, filesystem: { write: false } } },
      ...more,
    });
    const env = { HOME: at('home'), PATH: '/usr/bin:/bin' };
    const settings = { executable, env, timeout: 20_000, maxOutput: 65_536, wrap };
    const { stdout, stderr, exitCode } = await executeCommand([program, ...args], settings);
    return { stdout, stderr, exitCode };
  };
  return { directory, at, run };
}

const OF = (stdout: string, exitCode: number | null = 0) => ({ stdout, stderr: '', exitCode });

test('the guard becomes the program: its name, arguments, exit code, signals and process id are the program’s', async () => {
  const { directory, run } = await prepare();
  const script = await directory.script('tool', '#!/bin/sh\necho "$0" "$@"; exit 7\n');
  expect(await run(script, ['a b', '', '--x'])).toStrictEqual(OF(`${script} a b  --x\n`, 7));
  const bare = await directory.script('bare', 'echo "$0" "$@"\n');
  expect(await run(bare, ['x'])).toStrictEqual(OF(`${bare} x\n`));
  expect(await run(SH, ['-c', 'kill -TERM $$'])).toStrictEqual(OF('', 128 + 15));
  expect(await run(SH, ['-c', 'echo $$ $PPID; readlink /proc/$$/exe'])).toStrictEqual(OF(`2 1\n${SH}\n`));
  // Its own three and the directory that `ls` reads. Descriptors inherited from the parent are /dev/null there.
  const open = (await run(SH, ['-c', 'ls -l /proc/self/fd'])).stdout.match(/(?<= )\d+ -> (?!\/dev\/null)/g);
  expect(open?.map((entry) => Number.parseInt(entry, 10))).toStrictEqual([1, 2, 3]);
});

test('a program that cannot be started is told from one that ended', async () => {
  const { directory, run } = await prepare();
  const script = await directory.script('tool', '#!/nowhere/interpreter\n');
  await expect(run(script, [])).rejects.toThrow(HolderError);
  await expect(run(script, [])).rejects.toThrow(/write guard: .*tool: No such file or directory: error 2/);
  chmodSync(script, 0o644);
  await expect(run(script, [])).rejects.toThrow(/write guard: .*tool: Permission denied: error 13/);
  // The same words of a program are only words.
  const text = 'write guard: x: Permission denied: error 13';
  expect(await run(SH, ['-c', `echo '${text}'; echo refused; exit 126`])).toStrictEqual(OF(`${text}\nrefused\n`, 126));
});

/** Scripts that a read-only tool can still run, with their output. */
const WORKS: readonly (readonly [script: string, out: string])[] = [
  [
    'for d in null zero full random urandom; do : > /dev/$d || echo $d; done; echo x >> /dev/null && echo devices',
    'devices\n',
  ],
  [
    '(echo stdout > /dev/stdout) | cat; (echo fd > /proc/self/fd/1) | cat; (echo stderr > /dev/stderr) 2>&1 | cat',
    'stdout\nfd\nstderr\n',
  ],
  ['mkfifo /tmp/p; (echo pipe > /tmp/p &); cat /tmp/p', 'pipe\n'],
  ['f=$(mktemp) && echo file > $f && cat $f && rm $f; d=$(mktemp -d) && echo deep > $d/a && cat $d/a', 'file\ndeep\n'],
  ['cd /tmp; mkdir a b; echo moved > a/f; mv a/f b/g; ln b/g a/h; cat a/h', 'moved\n'],
  ['echo shared > /dev/shm/a && cat /dev/shm/a; echo 500 > /proc/self/oom_score_adj && echo score', 'shared\nscore\n'],
  ['cat <<END\nhere\nEND', 'here\n'],
  ['(: > /dev/tty) 2>/dev/null || echo no terminal', 'no terminal\n'],
];

test('a read-only tool still has devices, pipes, temporary files, shared memory and here documents', async () => {
  const { run } = await prepare();
  const script = WORKS.map(([one]) => `(${one}\n)`).join('\n');
  expect(await run(SH, ['-c', script])).toStrictEqual(OF(WORKS.map(([, out]) => out).join('')));
});

test('a single file may be what is writable', async () => {
  const { at, run } = await prepare();
  writeFileSync(at('home/project/log'), '');
  const effects = { network: false, filesystem: { write: true, paths: ['log'] } };
  const { stdout } = await run(SH, ['-c', 'echo x >> log; (echo y > other) 2>/dev/null || echo no'], { effects });
  expect([stdout, readFileSync(at('home/project/log'), 'utf8')]).toStrictEqual(['no\n', 'x\n']);
});

test('the committed code is what the committed source gives', ({ skip }) => {
  const source = fileURLToPath(new URL('write-guard.c', import.meta.url));
  expect(createHash('sha256').update(readFileSync(source)).digest('hex')).toBe(WRITE_GUARD_SOURCE);
  const prefixes = { x64: 'x86_64-linux-gnu-', arm64: 'aarch64-linux-gnu-' };
  const versions = Object.values(prefixes).map((prefix) =>
    spawnSync(`${prefix}gcc`, ['--version'], { encoding: 'utf8' }),
  );
  const known = Object.keys(prefixes).map((name) => WRITE_GUARD_CODE[name]?.compiler);
  const isOther = versions.some(({ stdout }, index) => stdout?.split('\n')[0] !== known[index]);
  skip(isOther, 'Another compiler writes other bytes, so the digest of the source has to do.');
  const script = fileURLToPath(new URL('../../build/write-guard.mjs', import.meta.url));
  const committed = readFileSync(new URL('generated/write-guard-code.ts', import.meta.url), 'utf8');
  expect(spawnSync(process.execPath, [script], { encoding: 'utf8' }).stdout).toBe(committed);
});

test('outside of a sandbox, where it may not restrict itself, it starts nothing', async () => {
  const { directory } = await prepare();
  const guard = writeGuard(process.arch)?.(['/dev'], 1) ?? new Uint8Array();
  writeFileSync(join(directory.path, 'guard'), guard, { mode: 0o755 });
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  chmodSync(directory.path, 0o755);
  const told = spawnSync(join(directory.path, 'guard'), ['/bin/echo', 'x'], { encoding: 'utf8', ...user });
  expect([told.status, told.stdout, told.stderr]).toStrictEqual([126, 'refused\n', 'write guard: Landlock: error 1\n']);
  const gone = writeGuard(process.arch)?.(['/nowhere'], 1) ?? new Uint8Array();
  writeFileSync(join(directory.path, 'gone'), gone, { mode: 0o755 });
  expect(() => execFileSync(join(directory.path, 'gone'), ['/bin/echo'], { stdio: 'pipe' })).toThrow(
    /opening \/nowhere: error 2/,
  );
});
