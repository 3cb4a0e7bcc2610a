import type { AtipTool } from '@atip/core';
import { expect, test } from 'vitest';
import { searchCommands } from './search-commands.ts';

const GIT: AtipTool = {
  atip: { version: '0.4' },
  name: 'git',
  version: '2.47',
  description: 'Version control',
  trust: { source: 'native' },
  commands: {
    reset: { description: 'Reset the current branch to a state', effects: { destructive: true, network: false } },
    clean: {
      description: 'Remove files that are not tracked',
      options: [
        {
          name: 'dry-run',
          flags: ['-n'],
          type: 'boolean',
          description: 'Show what would go',
          'x-mode': { destructive: false, filesystem: { write: false, delete: false } },
        },
      ],
      effects: { destructive: true, network: false, filesystem: { write: true, delete: true } },
    },
    commit: {
      description: 'Record changes',
      options: [{ name: 'amend', flags: ['--amend'], type: 'boolean', description: 'Put them into the last one' }],
    },
    remote: { description: 'Other repositories', commands: { add: { description: 'Note a place to fetch from' } } },
  },
};
const DOCKER: AtipTool = {
  atip: { version: '0.4' },
  name: 'docker',
  version: '27',
  description: 'Containers',
  commands: {
    container: { description: 'Manage containers', commands: { rm: { description: 'Remove containers' } } },
    rm: { description: 'Remove containers' },
  },
};
const PODMAN: AtipTool = { ...DOCKER, name: 'podman' };

const names = async (tools: readonly AtipTool[], query: string, settings = {}): Promise<string[]> =>
  (await searchCommands(tools, query, settings)).map(({ name }) => name);

test('what is found has tool, path, compiled name and score, best first', async () => {
  const found = await searchCommands([GIT, DOCKER], 'remove untracked files', { limit: 1 });
  expect(found).toStrictEqual([{ tool: 'git', path: ['clean'], name: 'git_clean', score: 5.75 }]);
});

test.each([
  ['other words for it', 'undo something', ['git_reset']],
  ['other forms of a word', 'recording', ['git_commit']],
  ['the description of an option', 'see what would go', ['git_clean']],
  ['the name of a group', 'remotes', ['git_remote_add']],
  ['a slip of the finger', 'comit', ['git_commit']],
  ['the beginning of a word', 'repositor', ['git_remote_add']],
  ['signs around a word', '"amend"!?', ['git_commit']],
])('%s', async (_what, query, expected) => {
  expect((await names([GIT], query)).slice(0, 1)).toStrictEqual(expected);
});

test('the option that the words are about is named, and one that only shares a word is not', async () => {
  const told = async (query: string): Promise<unknown> => (await searchCommands(GIT, query))[0]?.option;
  expect(await told('put them into the last one')).toBe('--amend');
  expect(await told('record the latest changes of my work today')).toBe(undefined);
});

test.each([
  ['remove containers with podman', 'podman_rm'],
  ['podman: remove containers', 'podman_rm'],
  ['remove podman containers', 'podman_rm'],
  ['remove containers', 'docker_rm'],
])('the program that a request names comes first: %s', async (query, expected) => {
  expect((await names([DOCKER, PODMAN], query))[0]).toBe(expected);
});

test('a name that says more than the request, and what is no everyday command, comes later', async () => {
  const tool = (commands: AtipTool['commands']): AtipTool => ({ ...DOCKER, name: 'box', commands: commands ?? {} });
  const plain = { description: 'Pack boxes' };
  const alike = { description: 'Pack the boxes' };
  expect(await names([tool({ 'pack-tree': plain, pack: alike })], 'pack boxes')).toStrictEqual([
    'box_pack',
    'box_pack-tree',
  ]);
  const daily = { ...alike, 'x-everyday': true };
  expect((await names([tool({ one: plain, two: daily })], 'pack boxes'))[0]).toBe('box_two');
});

test('of two commands that do the same the shorter comes first, and both before those of a program that stands in', async () => {
  const expected = ['docker_rm', 'docker_container_rm', 'podman_rm', 'podman_container_rm'];
  expect(await names([PODMAN, DOCKER], 'delete a container')).toStrictEqual(expected);
  expect(await names([PODMAN], 'delete a container')).toStrictEqual(['podman_rm', 'podman_container_rm']);
});

test('a policy leaves out what it denies in every form', async () => {
  const strict = { allowDestructive: false, denyRestricted: true };
  expect(await names([GIT], 'current state', { policy: strict })).toStrictEqual([]);
  // With --dry-run it deletes nothing.
  expect(await names([GIT], 'untracked files', { policy: strict })).toStrictEqual(['git_clean']);
  const ruled = { rules: [{ run: 'git clean', decision: 'deny' as const }] };
  expect(await names([GIT], 'untracked files', { policy: ruled })).toStrictEqual([]);
});

test.each([
  ['nothing', ''],
  ['spaces', ' \n '],
  ['signs', '!? -- "'],
  ['grammar alone', 'which of the'],
  ['Chinese', '删除文件'],
])('a query of %s finds nothing', async (_what, query) => {
  expect(await names([GIT], query)).toStrictEqual([]);
});

test('a query of another language finds what it names', async () => {
  expect(await names([GIT], 'letzten Commit rückgängig machen')).toStrictEqual(['git_commit']);
});

test('of a long query only its beginning counts', async () => {
  const words = Array.from({ length: 20_000 }, (_, index) => `w${index}`).join(' ');
  expect(await names([GIT], `recording ${words}`)).toStrictEqual(['git_commit']);
  expect(await names([GIT], `${words} recording`)).toStrictEqual([]);
});

test('no limit above zero finds nothing, and no tools have nothing to find', async () => {
  expect(await names([GIT], 'commit', { limit: 0 })).toStrictEqual([]);
  expect(await names([], 'commit')).toStrictEqual([]);
});

test('a list with another tool is read again', async () => {
  const tools = [GIT];
  expect(await names(tools, 'container')).toStrictEqual([]);
  tools.push(DOCKER);
  expect(await names(tools, 'container', { limit: 1 })).toStrictEqual(['docker_rm']);
});

test('a command that cannot be compiled does not hide the others', async () => {
  const broken = {
    ...GIT,
    commands: { ...GIT.commands, bad: { description: 'Record', options: 3 }, odd: { description: 3 } },
  } as unknown as AtipTool;
  expect(await names([broken], 'commit')).toStrictEqual(['git_commit']);
});

test('one tool is a list of one, and anything else is said', async () => {
  expect(await searchCommands(GIT, 'log')).toStrictEqual(await searchCommands([GIT], 'log'));
  for (const wrong of ['git', null, undefined, [null], Promise.resolve([GIT])])
    await expect(searchCommands(wrong as never, 'log')).rejects.toThrow(/^The tools (?:must be a list|are a Promise)/);
});
