import { chmod, chown, mkdir, symlink, truncate } from 'node:fs/promises';
import { dirname } from 'node:path';
import { type AtipTool, checkCall, type ExecutionPolicy } from '@atip/core';
import { expect, onTestFinished, test, vi } from 'vitest';
import { describing } from '../testing/test-machine.ts';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { loadConfiguration, originOf, withPolicy } from './load-configuration.ts';
import { trustedProjects } from './trusted-projects.ts';

const PERSON = 'home/.config/agent-tools/config.json';
const PROJECT = 'home/work/.atip/config.json';

async function prepare() {
  const directory = await createTemporaryDirectory();
  const { at, write } = directory;
  const [home, cwd] = [at('home'), at('home/work/deep')];
  await mkdir(cwd, { recursive: true });
  const env = { HOME: home };
  const load = (from = cwd) => loadConfiguration({ env, cwd: from, system: at('etc/config.json') });
  const put = (name: string, value: unknown, mode?: number) => write(name, JSON.stringify(value, null, 1), mode);
  return { ...directory, put, cwd, home, load, trusted: trustedProjects(at('home/.local/state/agent-tools')) };
}
type Prepared = Awaited<ReturnType<typeof prepare>>;

const DENY = { policy: { rules: [{ run: 'rm *', decision: 'deny' }] } };

test.each<[what: string, prepare: (at: Prepared, file: string) => Promise<unknown>, message: RegExp, leavesOut?: true]>(
  [
    ['everybody may write', ({ put }, file) => put(file, DENY, 0o666), /Everyone may write .*chmod o-w/, true],
    [
      'lies where everybody may write',
      async ({ put, at }, file) => {
        await put(file, DENY);
        await chmod(dirname(at(file)), 0o777);
      },
      /Everyone may write/,
      true,
    ],
    [
      'is a link',
      async ({ put, at }, file) => symlink(await put('elsewhere.json', DENY), at(file)),
      /^It is a symbolic link/,
      true,
    ],
    ['is huge', async ({ put }, file) => truncate(await put(file, DENY), 1_048_577), /larger than 1048576 bytes/],
    ['is not JSON', ({ write }, file) => write(file, '{"policy": '), /./],
    ['says a key twice', ({ write }, file) => write(file, '{"skip": [], "skip": ["a"]}'), /more than once/],
    [
      'has an unknown field',
      ({ put }, file) => put(file, { polcy: {} }),
      /"polcy" is not a field.*Did you mean "policy"/,
    ],
    [
      'has an unknown level',
      ({ put }, file) => put(file, { policy: { levels: { send: 'deny' } } }),
      /Did you mean "sends"/,
    ],
    ['has a broken pattern', ({ put }, file) => put(file, { redact: ['('] }), /not a regular expression/],
  ],
)('a file that %s is refused, and decides nothing', async (_what, spoil, message, leavesOut) => {
  for (const file of [PERSON, PROJECT]) {
    const prepared = await prepare();
    await mkdir(dirname(prepared.at(file)), { recursive: true });
    await spoil(prepared, file);
    const { problems, settings } = await prepared.load();
    const severity = leavesOut && file === PROJECT ? 'warning' : 'error';
    expect(problems[0]).toMatchObject({ file: prepared.at(file), message: expect.stringMatching(message), severity });
    expect(settings.policy.rules).toBeUndefined();
  }
});

test('a file that belongs to somebody else is refused', async () => {
  const { put, load } = await prepare();
  const file = await put(PERSON, DENY);
  // Only root can give a file away; other users switch to another account.
  if (process.getuid?.() === 0) await chown(file, 54_321, 54_321);
  else vi.spyOn(process, 'geteuid').mockReturnValue(54_321);
  onTestFinished(() => void vi.restoreAllMocks());
  expect((await load()).problems).toMatchObject([
    { message: expect.stringContaining('belongs to user'), severity: 'error' },
  ]);
});

test('a link to the directory of a project is refused, and circles of links end', async () => {
  const { at, put, load, cwd } = await prepare();
  await put('elsewhere/config.json', DENY);
  await symlink(at('elsewhere'), at('home/work/.atip'));
  await symlink(cwd, at('home/work/deep/again'));
  const { problems, settings } = await load(at('home/work/deep/again/again'));
  expect(problems).toMatchObject([{ message: 'Its directory is a symbolic link.', severity: 'warning' }]);
  expect(settings.policy.rules).toBeUndefined();
});

test('rules of the person come before those of the system, and each value says where it stands', async () => {
  const { at, put, load } = await prepare();
  await put(PERSON, { policy: { levels: { sends: 'allow' }, rules: [{ run: 'a', decision: 'confirm' }] } });
  await put('etc/config.json', {
    policy: { levels: { sends: 'deny', reveals: 'deny' }, rules: [{ run: 'b', decision: 'deny' }] },
  });
  const loaded = await load();
  expect(loaded.settings.policy.rules?.map(({ run }) => run)).toStrictEqual(['a', 'b']);
  expect(loaded.settings.policy.levels).toMatchObject({ sends: 'allow', reveals: 'deny', privilege: 'confirm' });
  const origins = ['levels/sends', 'levels/reveals', 'rules/0', 'rules/1'].map((part) => originOf(loaded, part));
  expect(origins).toStrictEqual([
    `${at(PERSON)}:4`,
    `${at('etc/config.json')}:5`,
    `${at(PERSON)}:7`,
    `${at('etc/config.json')}:8`,
  ]);
  const over = withPolicy(loaded, { rules: [{ run: 'c', decision: 'deny' }] }, (part) => `mine#${part}`);
  expect([
    over.settings.policy.rules?.length,
    originOf(over, 'rules/0'),
    originOf(over, 'allowDestructive'),
  ]).toStrictEqual([1, 'mine#rules/0', 'the preset "standard"']);
});

const LOOSENING = {
  policy: {
    preset: 'open',
    allowDestructive: true,
    sandbox: 'off',
    minTrustLevel: 'inferred',
    levels: { sends: 'allow', reveals: 'deny', network: 'confirm' },
    rules: [
      { run: 'git *', decision: 'allow' },
      { run: 'npm *', decision: 'confirm' },
    ],
    network: 'all',
  },
  ...{ credentials: { gh: true }, environment: { gh: ['GH_TOKEN'] }, readable: ['~/.ssh'], writable: ['/'] },
  ...{ redact: ['(a+)+$'], audit: { path: '/tmp/x' }, skip: ['*'] },
};

test('what a project would loosen is left out and said, until exactly its bytes are trusted', async () => {
  const { at, put, load, trusted } = await prepare();
  await put(PERSON, {
    policy: { preset: 'no-network', rules: [{ run: 'x', decision: 'deny' }], network: { allow: ['a.org'] } },
  });
  const file = await put(PROJECT, LOOSENING);
  const first = await load();
  expect(first.settings.policy).toMatchObject({
    ...{ preset: 'no-network', allowDestructive: false, allowNetwork: false, network: { allow: ['a.org'] } },
    levels: { sends: 'confirm', reveals: 'deny' },
    rules: [{ run: 'npm *', decision: 'confirm', tightens: true }, { run: 'x' }],
  });
  expect(first.settings).toMatchObject({
    credentials: {},
    environment: {},
    readable: [],
    writable: [],
    redact: [],
    skip: [],
    audit: {},
  });
  expect([originOf(first, 'rules/0'), originOf(first, 'levels/reveals')]).toStrictEqual([`${file}:17`, `${file}:9`]);
  const said = first.problems.map(({ message }) => /^"(.*?)"/.exec(message)?.[1]);
  const fields = 'preset allowDestructive sandbox levels/sends levels/network rules/0 network'.split(' ');
  const others = 'credentials environment readable writable redact audit skip'.split(' ');
  expect(new Set(said)).toStrictEqual(new Set([...fields.map((part) => `policy/${part}`), ...others]));
  await trusted.add(file, String(first.files[2]?.digest));
  const second = await load();
  expect(second.settings.policy).toMatchObject({ preset: 'open', allowDestructive: true, network: 'all' });
  expect(second.settings).toMatchObject({ readable: [at('home/.ssh')], writable: ['/'] });
  await put(PROJECT, { ...LOOSENING, writable: ['/etc'] });
  expect((await load()).settings.writable).toStrictEqual([]);
  expect(await trusted.remove(file)).toBe(true);
});

const TOOL = describing('tool', {
  trust: { source: 'vendor' },
  commands: { send: { description: 'Sends', effects: { network: true, destructive: false, reversible: true } } },
}) as unknown as AtipTool;

test.each<[person: ExecutionPolicy, rule: string]>([
  [{ preset: 'no-network' }, 'allowNetwork'],
  [{ levels: { network: 'deny' } }, 'levels/network'],
])('a rule of a stranger that asks lifts no denial: %j', async (policy, rule) => {
  const { put, load } = await prepare();
  await put(PERSON, { policy });
  await put(PROJECT, { policy: { rules: [{ run: 'tool send', decision: 'confirm' }] } });
  const { settings } = await load();
  const decide = () => checkCall({ id: '1', name: 'tool_send', arguments: {} }, [TOOL], settings.policy);
  expect(decide()).toMatchObject({ decision: 'deny', rule });
  await put(PERSON, { policy: { levels: { network: 'allow' }, rules: [{ run: 'tool *', decision: 'allow' }] } });
  const free = (await load()).settings.policy;
  expect(checkCall({ id: '1', name: 'tool_send', arguments: {} }, [TOOL], free)).toMatchObject({
    decision: 'confirm',
    rule: 'rules/0',
  });
});

test("delegations of all files hold, a stranger's project included, and no policy that is named takes one away", async () => {
  const { load, put } = await prepare();
  await put('etc/config.json', { delegation: { allowedTools: ['git', 'gh'] } });
  await put(PERSON, { policy: { preset: 'open' }, delegation: { delegation: { deniedCommands: ['git push'] } } });
  await put(PROJECT, {
    policy: { rules: [{ run: 'git *', decision: 'allow' }] },
    delegation: { allowedTools: ['git', 'rm'], effectRestrictions: { destructive: false } },
  });
  const loaded = await load();
  const tools = ['git', 'gh', 'rm'].map((name) => describing(name, { commands: { push: { description: 'x' } } }));
  const decide = (name: string, policy: ExecutionPolicy) =>
    checkCall({ id: '1', name, arguments: {} }, tools, policy).reasons.map((reason) => /\((.*)\)/.exec(reason)?.[1]);
  for (const { settings } of [loaded, withPolicy(loaded, { preset: 'open' }, () => 'x')]) {
    expect(decide('git_push', settings.policy)).toStrictEqual(['deniedCommands']);
    expect(decide('gh_push', settings.policy)).toStrictEqual(['allowedTools']);
    expect(decide('rm_push', settings.policy)).toStrictEqual(['allowedTools']);
    expect(settings.policy.delegations).toHaveLength(3);
  }
  expect(originOf(loaded, 'delegations/1')).toMatch(/agent-tools\/config\.json:\d$/);
  // Without them: everything is allowed.
  const { delegations: _gone, ...free } = loaded.settings.policy;
  expect(['git_push', 'gh_push', 'rm_push'].map((name) => decide(name, free))).toStrictEqual([[], [], []]);
});

test.each<[unknown, RegExp]>([
  [{ delegation: { allowedTool: ['gh'] } }, /\/allowedTool is not a field of a delegation/],
  [{ delegation: { effectRestrictions: { destructive: true } } }, /restricts nothing that is known/],
  [{ policy: { delegations: [] } }, /"delegations" is not a field of a policy/],
])('a configuration with %j stops every decision', async (value, message) => {
  const { load, put } = await prepare();
  await put(PROJECT, value);
  const { problems } = await load();
  expect(problems.map(({ severity, message: said }) => [severity, message.test(said)])).toStrictEqual([
    ['error', true],
  ]);
});
