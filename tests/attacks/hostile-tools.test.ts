// needs: bwrap
import { randomUUID } from 'node:crypto';
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createSandbox, type ScanEvent, scanTools } from '@atip/node';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../packages/node/src/testing/temporary-directory.ts';
import { findMarked } from './marked-processes.ts';

const SANDBOX = await createSandbox();

const document = (name: string) => ({
  atip: { version: '0.4' },
  name,
  version: '1.0.0',
  description: 'A tool',
  commands: {
    '': { description: 'Runs', effects: { destructive: false, network: false, filesystem: { write: false } } },
  },
});
const answer = (name: string): string => `echo '${JSON.stringify(document(name))}'`;

/** Programs by name: what they do when they are asked, and what becomes of them. */
const TOOLS: Readonly<Record<string, readonly [script: string, fate: string]>> = {
  honest: [answer('honest'), 'found'],
  'two-gigabytes': ["head -c 2147483648 /dev/zero | tr '\\0' a", 'too-large'],
  hangs: ['sleep 60', 'timed-out'],
  'hangs-and-ignores-term': ['trap "" TERM; while :; do sleep 1; done', 'timed-out'],
  'leaves-a-daemon': [
    `(setsid sh -c 'exec sleep 60 >/dev/null 2>&1 </dev/null' &); ${answer('leaves-a-daemon')}`,
    'found',
  ],
  'not-utf8': ['printf \'{"atip":"0.4","name":"\\377"}\'', 'not-utf8'],
  html: ["echo '<!doctype html><title>Sign in</title>'", 'invalid-metadata'],
  'lies-about-its-name': [answer('git'), 'name-mismatch'],
  'climbs-in-its-name': [answer('../git'), 'invalid-metadata'],
  fails: [`${answer('fails')}; exit 1`, 'failed'],
  'dies-of-a-signal': [`${answer('dies-of-a-signal')}; kill -9 $$`, 'failed'],
  'reads-its-input': [`cat; ${answer('reads-its-input')}`, 'found'],
  'writes-to-stderr': ['echo "{}" >&2', 'invalid-metadata'],
  nested: ['head -c 3000000 /dev/zero | tr "\\0" "["', 'invalid-metadata'],
  'bombs-the-terminal': [`printf '\\033]0;owned\\007\\033[2J'; ${answer('bombs-the-terminal')}`, 'invalid-metadata'],
};

async function prepare() {
  const directory = await createTemporaryDirectory();
  const [bin, home] = [join(directory.path, 'bin'), join(directory.path, 'home')];
  await mkdir(bin);
  await mkdir(home);
  const mark = `hostile-${randomUUID()}`;
  // TZ is one of the variables that reach a program, so that what it leaves behind can be told by it.
  const env = { PATH: bin, HOME: home, XDG_DATA_DIRS: '/nowhere', TZ: mark };
  return { directory, bin, home, env, mark };
}

const HANGING = Object.keys(TOOLS).filter((name) => name.startsWith('hangs'));

/** Those that never answer are waited for alone, and not long; the others get what a busy machine needs. */
test.each([
  ['that answer', 15_000, Object.keys(TOOLS).filter((name) => !HANGING.includes(name))],
  ['that hang', 1_500, HANGING],
])(
  'a PATH of programs %s costs a code each; what carries no marker is not run, and nothing is left',
  async (_, timeout, names) => {
    const { directory, bin, home, env, mark } = await prepare();
    for (const name of names) {
      const [script] = TOOLS[name] ?? [];
      await directory.script(
        `bin/${name}`,
        `#!/bin/sh\n# --agent\nPATH=/usr/bin:/bin\necho ran >> '${directory.path}/ran-${name}'\n${script}\n`,
      );
    }
    await directory.script('bin/unmarked', `#!/bin/sh\necho ran >> '${directory.path}/ran-unmarked'\n`);
    await symlink('loop', join(bin, 'loop'));
    await mkdir(join(home, '.local/share/agent-tools/shims'), { recursive: true });
    await writeFile(join(home, '.local/share/agent-tools/shims/evil.json'), JSON.stringify(document('../../bin/evil')));
    const events: ScanEvent[] = [];
    for await (const event of scanTools({ env, sandbox: SANDBOX, timeout })) events.push(event);
    const left = findMarked(mark).length;

    const done = events.at(-1);
    if (done?.event !== 'done') throw new Error('The scan did not end with `done`.');
    const fates = new Map<string, string>(
      done.scan.skipped.map(({ source, code }) => [source.split('/').at(-1) ?? '', code]),
    );
    for (const { tool } of done.scan.found) fates.set(tool.name, 'found');
    const expected = names.map((name) => [name, TOOLS[name]?.[1]]);
    expect([...fates].sort()).toStrictEqual(
      [...expected, ['loop', 'symlink-loop'], ['evil.json', 'invalid-metadata']].sort(),
    );
    expect(done.counts.asked).toBe(names.length);
    expect(left).toBe(0);
    // In the sandbox none of them could even write that it ran.
    expect((await readdir(directory.path)).sort()).toStrictEqual(['bin', 'home']);
  },
);
