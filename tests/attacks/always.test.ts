// needs: python3
import { mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createLineJudge, loadConfiguration } from '@atip/node';
import { openProjectState } from '@atip/node/internal';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runTestCli } from '../../packages/cli/src/testing/run-test-cli.ts';
import { createDirectoryOutsideTmp } from '../../packages/node/src/testing/temporary-directory.ts';

const { layPackages } = (await import(new URL('../lines/packages.mjs', import.meta.url).href)) as {
  readonly layPackages: (cwd: string) => void;
};

/** A line to which a person said "always", and another line that the rule must not allow. */
const ROWS = readFileSync(new URL('lines/always.tsv', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((row): [seen: string, other: string] => {
    const [seen = '', other = ''] = row.split('\t');
    return [seen, other];
  });

/** Lines about programs that the project has installed. */
const RUNNERS = /^(?:npx|uv|bundle) /;

const SEEN = [...new Set(ROWS.map(([seen]) => seen))];

/** One person for each line, in a project. */
async function prepare(whenOver?: (remove: () => Promise<void>) => void, isInstalled = false) {
  const { at } = await createDirectoryOutsideTmp(whenOver);
  const [home, cwd] = [at('home'), at('home/proj')];
  for (const name of ['build', 'sub/build', 'src']) mkdirSync(join(cwd, name), { recursive: true });
  for (const name of 'build/x build/y sub/build/x a x.py y.py src/a src/a.o dev.db other.db sub/dev.db'.split(' '))
    writeFileSync(join(cwd, name), 'x');
  for (const name of ['x.py', 'y.py']) writeFileSync(join(home, name), 'x');
  const env = { HOME: home, PATH: '/usr/bin:/bin' };
  if (isInstalled) {
    layPackages(cwd);
    openProjectState(env).trust(cwd);
  }
  const always = (line: string) => runTestCli(['gate', '--always', '--yes', line], { env, cwd });
  const decide = async (line: string, where = cwd) => {
    const configuration = await loadConfiguration({ env, cwd: where });
    return (await createLineJudge({ env, cwd: where, configuration, session: { agent: 'test', folder: cwd } })(line))
      .decision;
  };
  return { cwd, always, decide };
}

const PEOPLE = new Map<string, Awaited<ReturnType<typeof prepare>>>();
const WRITTEN = new Map<string, { readonly code: number; readonly stdout: string; readonly stderr: string }>();

const ends: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const end of ends) await end();
});

beforeAll(async () => {
  for (const seen of SEEN) {
    const person = await prepare((remove) => void ends.push(remove), RUNNERS.test(seen));
    PEOPLE.set(seen, person);
    WRITTEN.set(seen, await person.always(seen));
  }
});

test.each(SEEN)('always to %s is shown in words, and allows it; to code in a file it is not offered', async (seen) => {
  const { cwd, decide } = PEOPLE.get(seen) ?? (await prepare());
  const { code, stdout, stderr } = WRITTEN.get(seen) ?? { code: -1, stdout: '', stderr: '' };
  if (seen.startsWith('python3')) {
    expect([code, stderr]).toStrictEqual([3, expect.stringContaining('"../x.py" is code')]);
    return;
  }
  expect([code, stdout.split('\n')[0]]).toStrictEqual([0, expect.stringContaining(`, and nothing else, in ${cwd}`)]);
  for (const line of [seen, `git status; ${seen} 2>&1 | tail -3`, `cd sub && cd .. && ${seen}`])
    expect([line, await decide(line)]).toStrictEqual([line, 'allow']);
  expect(await decide(seen, join(cwd, 'sub'))).not.toBe('allow');
});

test('239 lines of another meaning are asked about as before', async () => {
  const unasked: string[] = [];
  for (const [seen, other] of ROWS) if ((await PEOPLE.get(seen)?.decide(other)) === 'allow') unasked.push(other);
  expect(ROWS).toHaveLength(239);
  expect(unasked).toStrictEqual([]);
});

test('a path that has become a link, and a directory that has become another, is not what the person saw', async () => {
  const { cwd, always, decide } = await prepare();
  expect((await always('rm build/x')).code).toBe(0);
  renameSync(join(cwd, 'build'), join(cwd, 'b2'));
  symlinkSync('/var', join(cwd, 'build'));
  expect(await decide('rm build/x')).not.toBe('allow');
  renameSync(cwd, `${cwd}-old`);
  symlinkSync(`${cwd}-old`, cwd);
  renameSync(join(cwd, 'build'), join(cwd, 'b3'));
  renameSync(join(cwd, 'b2'), join(cwd, 'build'));
  expect(await decide('rm build/x')).not.toBe('allow');
});

test.each<[seen: string, others: string[]]>([
  [
    "find src -name '*.o' -delete",
    [
      "-delete -name '*.o'",
      "! -name '*.o' -delete",
      "-name '*.o' -o -delete",
      "\\( -name '*.o' \\) -delete",
      "-name '*.o' -delete -name x",
    ].map((words) => `find src ${words}`),
  ],
  ['git clean -fd build', ['git clean -ffd build', 'git clean -f -f -d build']],
  [
    'kubectl delete pod x',
    ['kubectl delete pod x --wait=false', 'kubectl delete --cascade=orphan pod x', 'kubectl delete pod -- x'],
  ],
])('order counts, and words that are no parameters: %s', async (seen, others) => {
  const { always, decide } = await prepare();
  expect((await always(seen)).code).toBe(0);
  expect(await decide(seen)).toBe('allow');
  for (const line of others) expect([line, await decide(line)]).toStrictEqual([line, 'confirm']);
});

test.each<[line: string, why: string]>([
  ['npx cowsay hi', 'downloads and runs cowsay'],
  ['npx -p evil prisma migrate reset', 'is of prisma, not of evil'],
  ['npx tsx ../x.py', '"../x.py" is code'],
  ["bundle exec rails runner 'puts 1'", 'not for code that the call names'],
  ['uv run --with evil alembic downgrade base', 'which no lock file does'],
])('no rule is offered for a runner with what the project has not installed: %s', async (line, why) => {
  const { always } = await prepare(undefined, true);
  expect(await always(line)).toMatchObject({ code: 3, stdout: '', stderr: expect.stringContaining(why) });
});

test('a rule about a runner ends where its program is no longer the installed one', async () => {
  const { cwd, always, decide } = await prepare(undefined, true);
  expect((await always('npx prisma migrate reset')).code).toBe(0);
  expect(await decide('npx prisma migrate reset')).toBe('allow');
  rmSync(join(cwd, 'node_modules/.bin/prisma'));
  symlinkSync('/usr/bin/true', join(cwd, 'node_modules/.bin/prisma'));
  expect(await decide('npx prisma migrate reset')).toBe('confirm');
});

test('of a program that nobody describes all words count', async () => {
  const { always, decide } = await prepare();
  expect((await always('velerox get backups -o json')).code).toBe(0);
  const lines = [
    'get backups -o json',
    'get backups',
    'get backups -o yaml',
    'get backups -o json x',
    'get backups -o "$X"',
  ];
  const decided = await Promise.all(lines.map((words) => decide(`velerox ${words}`)));
  expect(decided).toStrictEqual(['allow', 'confirm', 'confirm', 'confirm', 'confirm']);
  expect(await decide('A=1 velerox get backups -o json')).toBe('confirm');
});
