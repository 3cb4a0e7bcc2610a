import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { readGitConfiguration, runsProgram } from './git-configuration.ts';

async function read(text: string, more: Readonly<Record<string, string>> = {}) {
  const { path } = await createTemporaryDirectory();
  for (const [name, content] of Object.entries({ config: text, ...more })) writeFileSync(join(path, name), content);
  return readGitConfiguration(join(path, 'config'));
}

test.each<[string, string]>([
  ['[core]\nfsmonitor = ./x', 'core.fsmonitor=./x'],
  ['[CORE]\n\tSSHCommand=sh x # why', 'core.sshcommand=sh x'],
  ['[core] hooksPath = "a b"', 'core.hookspath=a b'],
  ['[core]\npager = le\\\nss', 'core.pager=less'],
  ['[core]\neditor = vi', 'core.editor=vi'],
  ['[core]\naskpass = x', 'core.askpass=x'],
  ['[filter "a.b"]\nclean = c', 'filter.a.b.clean=c'],
  ['[filter "x"]\nprocess = c', 'filter.x.process=c'],
  ['[diff "x"]\ntextconv = c', 'diff.x.textconv=c'],
  ['[diff]\nexternal = c', 'diff.external=c'],
  ['[merge "x"]\ndriver = c', 'merge.x.driver=c'],
  ['[credential "https://x.y"]\nhelper = !c', 'credential.https://x.y.helper=!c'],
  ['[alias]\nst = !sh x', 'alias.st=!sh x'],
  ['[include]\npath = more', 'include.path=more'],
  ['[includeIf "gitdir:/x"]\npath = /none', 'includeif.gitdir:/x.path=/none'],
  ['[remote "o"]\nurl = ext::sh -c x', 'remote.o.url=ext::sh -c x'],
  ['[remote "o"]\nuploadpack = x', 'remote.o.uploadpack=x'],
  ['[url "ext::sh -c x"]\ninsteadOf = https://', 'url.ext::sh -c x.insteadof=https://'],
  ['[submodule "s"]\nupdate = !x', 'submodule.s.update=!x'],
  ['[gpg "ssh"]\nprogram = x', 'gpg.ssh.program=x'],
  ['[gpg]\nprogram = x', 'gpg.program=x'],
  ['[pager]\nlog = x', 'pager.log=x'],
  ['[protocol "ext"]\nallow = always', 'protocol.ext.allow=always'],
])('%j names a program', async (text, expected) => {
  const found = (await read(text)).filter(runsProgram);
  expect(found.map(({ key, value }) => `${key}=${value}`)).toStrictEqual([expected]);
});

test.each([
  '[core]\nfsmonitor = true',
  '[core]\nbare = false\nworktree = ../x',
  '[alias]\nst = status',
  '[remote "o"]\nurl = https://example.org/x\nfetch = +refs/heads/*:refs/remotes/o/*',
  '[remote "o"]\nurl = git@example.org:x',
  '[branch "main"]\nremote = o\nmerge = refs/heads/main',
  '[pager]\nlog = false',
  '; [core]\n# fsmonitor = x',
  '[user]\nname = P',
  '[submodule "s"]\nurl = https://example.org/s\nactive = true\nupdate = rebase',
])('%j names none', async (text) => {
  expect((await read(text)).filter(runsProgram)).toStrictEqual([]);
});

test('what is included counts, and a circle ends', async () => {
  const found = await read('[include]\npath = more', { more: '[core]\nfsmonitor = x\n[include]\npath = config' });
  expect(found.some(({ key, value }) => key === 'core.fsmonitor' && value === 'x')).toBe(true);
});

test('a file that is missing, or a directory, says nothing', () => {
  expect(readGitConfiguration('/nowhere/config')).toStrictEqual([]);
  expect(readGitConfiguration('/')).toStrictEqual([]);
});
