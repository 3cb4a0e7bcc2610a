import { mayHaveCommand, nameCommand } from './name-command.ts';
import { expect, test } from 'vitest';

test.each([
  [['gh', 'pr', 'create'], 'gh_pr_create'],
  [['gh', 'auth', 'setup-git'], 'gh_auth_setup-git'],
  [['curl'], 'curl'],
])('%j is portable and stays %s', (segments, name) => {
  expect(nameCommand(segments)).toBe(name);
});

test.each([
  [['7z', 'add'], '_7z_add_'],
  [['docker', 'compose:up'], 'docker_compose_up_'],
  [['日本'], '___'],
])('%j is changed and carries a hash of its path', (segments, start) => {
  const name = nameCommand(segments as string[]);
  expect(name.startsWith(start)).toBe(true);
  expect(name.slice(start.length)).toMatch(/^[a-z0-9]{8}$/);
});

test('the hash never changes: names are what people stored approvals under', () => {
  expect(nameCommand(['docker', 'compose:up'])).toBe('docker_compose_up_1lgsls2v');
});

test('a long path keeps head and tail within 64 characters', () => {
  const name = nameCommand([
    'aws',
    'organizations-management',
    'list-delegated-administrators',
    'for-service-principal-name',
  ]);
  expect(name).toHaveLength(64);
  expect(name.startsWith('aws_organizations')).toBe(true);
  expect(name).toMatch(/principal-name_[a-z0-9]{8}$/);
});

test.each([
  ['gh', ['pr', 'create']],
  ['git_foo', ['bar']],
  ['7z', ['add']],
  ['[', []],
  ['日本', ['x']],
  ['mkfs.ext4', []],
  ['c++filt', ['a b']],
  ['a'.repeat(27), ['b'.repeat(60)]],
  ['a-tool-with-a-name-of-more-than-27-characters', ['and', 'b'.repeat(60)]],
  ['x'.repeat(70), []],
] as const)('%s is a tool that may have its own command %j, with each separator', (tool, path) => {
  for (const separator of ['_', '.', '-'] as const) {
    const name = nameCommand([tool, ...path], separator);
    expect([name, mayHaveCommand(tool, name, separator)]).toStrictEqual([name, true]);
  }
});

test.each([
  ['git', 'gitk_x', false],
  ['git', 'gi', false],
  ['git_foo', 'git_bar', false],
  ['git_foo', 'git_foo_bar', true],
  ['git', 'git_foo_bar', true],
  ['git', 'GIT_status', false],
  ['apt', 'apt-get_install', false],
])('%s may have %s: %s', (tool, name, may) => {
  expect(mayHaveCommand(tool, name)).toBe(may);
});
