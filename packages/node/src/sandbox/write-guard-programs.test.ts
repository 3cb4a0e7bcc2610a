// needs: bwrap
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { executeCommand } from '../process/execute-command.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { findBubblewrap, wrapWithBubblewrap } from './bubblewrap.ts';
import { guardPipes } from './named-pipes.ts';
import { sandboxProfile } from './sandbox-profile.ts';
import { seccompFilter } from './seccomp-filter.ts';
import { type MakeWriteGuard, writeGuard } from './write-guard.ts';

const BASH = realpathSync('/bin/bash');

/** Scripts of ordinary programs: each has the same result with the guard and without. */
const PROGRAMS: readonly (readonly [program: string, script: string])[] = [
  [
    'git',
    'git status --short; git log --format=%s; git diff; git grep -c x; git show HEAD:f; git blame -s f; git archive HEAD | tar t',
  ],
  ['git', 'git stash; git commit --allow-empty -m no; git clone -q . /tmp/clone && git -C /tmp/clone log --format=%s'],
  [
    'node',
    `${JSON.stringify(process.execPath)} -e 'new Worker(new URL("data:text/javascript,1")); console.log(1)' 2>&1 | tail -1`,
  ],
  [
    'node',
    `${JSON.stringify(process.execPath)} -p 'const fs = require("fs"); fs.writeFileSync(os.tmpdir() + "/x", "x"); fs.readdirSync(os.tmpdir())'`,
  ],
  [
    'node',
    `${JSON.stringify(process.execPath)} -e 'require("child_process").spawn("cat", { stdio: ["pipe", 1, 2] }).stdin.end("x")'`,
  ],
  [
    'python3',
    "python3 -c \"import tempfile, subprocess, multiprocessing as m; print(tempfile.TemporaryFile().write(b'x')); print(subprocess.run(['cat'], input=b'x', capture_output=True)); q = m.Queue(); q.put(1); print(q.get())\" 2>&1 | tail -3",
  ],
  ['perl', 'perl -e \'open(F, "|cat >&2"); print F "x"; close F; open(G, ">", "/dev/null") or die; print "ok"\''],
  [
    'curl',
    `curl -s "file://$PWD/f"; curl -s -o /tmp/o "file://$PWD/f" && cat /tmp/o; curl -s -o o "file://$PWD/f"; echo $?`,
  ],
  ['openssl', 'openssl dgst -sha256 f; openssl rand -hex 4 | wc -c; openssl rand -out /tmp/r 4 && wc -c < /tmp/r'],
  [
    'vim',
    'vim -es -u NONE -c "%p" -c "qa!" f; vim -es -u NONE -c "w! /tmp/v" -c "qa!" f; cat /tmp/v; vim -es -u NONE -c "w! g" -c "qa!" f; ls',
  ],
  [
    'bash',
    `diff <(echo a) <(echo a) && echo same; cat <<< y; coproc cat; echo z >&\${COPROC[1]}; read -ru \${COPROC[0]} v; echo $v`,
  ],
  ['bash', 'echo x > /dev/stdout; echo $?; echo y > /dev/stderr; echo $?; exec 3>&1; echo z > /dev/fd/3; echo $?'],
  [
    'bash',
    'echo x >> f; : > new; rm f; mkdir d; chmod 777 f; truncate -s 0 f; touch f; ln f g; mv f h; ls; echo x > /nowhere; echo x > /etc/x',
  ],
  ['sort', 'seq 200000 | sort -S 100k -r | head -1; seq 3 | sort -o /tmp/s && cat /tmp/s'],
  ['script', 'script -qc "tty; echo x > /dev/tty" /dev/null'],
  ['tar', 'tar cf - f | tar xf - -C /tmp && cat /tmp/f; tar cf x.tar f; echo $?; gzip -k f; echo $?'],
  [
    'xargs',
    'seq 4 | xargs -P 2 -n 1 echo | sort; flock f echo locked; nohup echo x 2>/dev/null; timeout 5 echo y; nice echo z',
  ],
  [
    'ps',
    'ps -o comm= > /tmp/p; sort -u /tmp/p; kill -0 $$ && echo alive; ulimit -c 0; echo 100 > /proc/self/oom_score_adj; echo $?',
  ],
];

async function prepare() {
  vi.stubEnv('TMPDIR', '/var/tmp');
  const { path } = await createTemporaryDirectory();
  vi.unstubAllEnvs();
  const cwd = join(path, 'home/project');
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, 'f'), 'x\n');
  const git = 'git init -q . && git add f && git -c user.name=n -c user.email=e commit -qm first';
  execFileSync(BASH, ['-c', git], { cwd, env: { PATH: '/usr/bin:/bin', HOME: path } });
  const bubblewrap = await findBubblewrap();
  const filter = seccompFilter(process.arch);
  const guard = writeGuard(process.arch);
  if (bubblewrap === null || filter === null || guard === null) throw new Error('Install bubblewrap to run this test.');
  const run = async (script: string, make: MakeWriteGuard | undefined) => {
    const home = join(path, 'home');
    const effects = { network: false, filesystem: { write: false } };
    const request = { executable: BASH, foundAs: BASH, cwd, home, effects, writableRoots: [] };
    const profile = sandboxProfile(request, { env: {}, hidden: [] });
    const pipes = make ? guardPipes(profile, make) : { covered: [], notes: [] };
    const wrap = wrapWithBubblewrap(bubblewrap, filter, profile, pipes);
    const env = { HOME: home, PATH: process.env['PATH'] ?? '/usr/bin:/bin' };
    const settings = { env, timeout: 30_000, maxOutput: 65_536, wrap };
    const { stdout, stderr, exitCode } = await executeCommand([BASH, '-c', script], settings);
    return { stdout, stderr: stderr.replaceAll(/\b\d{2,}\b|\.[A-Za-z0-9]{6,}/g, 'N'), exitCode };
  };
  return { without: (script: string) => run(script, undefined), held: (script: string) => run(script, guard) };
}

test.each(PROGRAMS)('%s does the same with the guard as without: %s', async (program, script) => {
  const { without, held } = await prepare();
  const free = await without(script);
  expect(await held(script)).toStrictEqual(free);
  const isThere = spawnSync('which', [program]).status === 0 || program === 'node';
  if (isThere) expect(free.stdout).not.toBe('');
});
