// needs: git
// The Action's own scripts, run as GitHub's runner runs them: in a repository, with the command line packed for npm.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asRecord } from '@atip/core/internal';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { ACTION, ACTION_TEXT, actionSteps, packCli, type RanStep, runStep } from './run-action.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'atip-action-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));
const tarball = packCli(join(root, 'packed'));

const READS = { filesystem: { read: true, write: false, delete: false }, network: false, destructive: false };
const NOTES = {
  atip: { version: '0.4' },
  name: 'notes',
  version: '1.2.0',
  description: 'Keeps notes',
  trust: { source: 'native' },
  commands: { list: { description: 'Print all notes', effects: READS } },
};
const CHANGED = { ...NOTES, version: '1.2.1', commands: { show: NOTES.commands.list } };

let count = 0;

/** A shallow clone of a repository with a release, as `actions/checkout` makes it, and its steps. */
function prepare(document: object = NOTES) {
  count += 1;
  const place = join(root, String(count));
  const origin = join(place, 'origin');
  const cwd = join(place, 'work');
  const temporary = join(place, 'temporary');
  for (const directory of [origin, temporary]) mkdirSync(directory, { recursive: true });
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
      cwd: origin,
      stdio: 'pipe',
    });
  };
  const write = (value: object): void => writeFileSync(join(origin, 'atip.json'), JSON.stringify(value, null, 2));
  git('init', '--quiet');
  write(NOTES);
  git('add', '.');
  git('commit', '--quiet', '--message=one');
  git('tag', 'v1.2.0');
  write(document);
  git('commit', '--quiet', '--allow-empty', '--all', '--message=two');
  execFileSync('git', ['clone', '--quiet', '--depth=1', '--no-tags', `file://${origin}`, cwd], { stdio: 'pipe' });
  const step = (name: string, given: Readonly<Record<string, string>> = {}, more = {}): RanStep => {
    const found = actionSteps().find((one) => one.name === name);
    if (found === undefined) throw new Error(`The Action has no step ${name}.`);
    return runStep(found, { 'atip-package': tarball, ...given }, { cwd, temporary, more });
  };
  return { cwd, temporary, step };
}

function check(document: object, given: Readonly<Record<string, string>> = {}) {
  const place = prepare(document);
  const before = ['Fetch the tags', 'Install atip'].map((name) => place.step(name).code);
  return { ...place, before, checked: place.step('Check', given) };
}

test('a release that is fetched, compared and found well', () => {
  const { before, checked, temporary, cwd } = check(NOTES, { badge: 'badge.svg', sarif: 'atip.sarif' });
  expect(before).toStrictEqual([0, 0]);
  expect([checked.code, checked.stdout.split('\n').slice(1, 2), checked.stderr]).toStrictEqual([
    0,
    ['atip.json: 1 command, effects complete; no issues. Nothing changed since v1.2.0.'],
    '',
  ]);
  const comment = readFileSync(join(temporary, 'atip-comment.md'), 'utf8');
  expect(comment).toBe(`<!-- atip ci -->
### ✅ ATIP: \`atip.json\`

1 command, effects complete.

Nothing changed since \`v1.2.0\`.

`);
  expect(readFileSync(join(temporary, 'summary.md'), 'utf8')).toBe(comment);
  expect([existsSync(join(cwd, 'badge.svg')), existsSync(join(cwd, 'atip.sarif'))]).toStrictEqual([true, true]);
});

test('a version that is too low fails the step, is shown at its line, and is commented on', () => {
  const { checked, step, temporary } = check(CHANGED);
  expect(checked.code).toBe(1);
  expect(checked.stdout).toContain(
    '\n::error file=atip.json,line=6,col=14,title=ATIP%3A version-step::1.2.1 is too low: the changes since v1.2.0 ask for a major version, 2.0.0 or higher. Raise "version".\n',
  );
  const asked = join(temporary, 'asked');
  const bin = join(temporary, 'bin');
  mkdirSync(bin);
  // It replaces GitHub's program: it notes its words and answers with the id of an earlier comment.
  writeFileSync(
    join(bin, 'gh'),
    `#!/bin/sh\nprintf '%s\\n' "$*" >> "${asked}"\ncase "$*" in *--jq*) printf "$ID" ;; esac\n`,
    {
      mode: 0o755,
    },
  );
  const event = { 'github.token': 'a-token', 'github.event.pull_request.number': '7' };
  const comment = (id: string): string[] => {
    rmSync(asked, { force: true });
    const { code } = step('Comment on the pull request', event, { ID: id, PATH: `${bin}:${process.env['PATH']}` });
    expect(code).toBe(0);
    return readFileSync(asked, 'utf8').trimEnd().split('\n').slice(1);
  };
  const body = `--field body=@${temporary}/atip-comment.md`;
  expect(comment('')).toStrictEqual([`api --silent --method POST repos/me/notes/issues/7/comments ${body}`]);
  expect(comment('41\n42\n')).toStrictEqual([`api --silent --method PATCH repos/me/notes/issues/comments/41 ${body}`]);
  writeFileSync(join(bin, 'gh'), '#!/bin/sh\nexit 1\n', { mode: 0o755 });
  expect(step('Comment on the pull request', event, { PATH: `${bin}:${process.env['PATH']}` })).toStrictEqual({
    code: 0,
    stdout:
      '::notice::No comment was written: the token of this job may not. It needs the permission pull-requests: write.\n',
    stderr: '',
  });
});

test('no input is ever part of a script, so that none can run anything', () => {
  expect(actionSteps().filter(({ run }) => run.includes('${{'))).toStrictEqual([]);
  const { cwd, step } = prepare();
  expect(step('Install atip').code).toBe(0);
  const attack = '$(touch run) `touch run`; touch run; "; touch run; \' || touch run #\n* ~';
  for (const name of ['files', 'program', 'against', 'strict', 'sandbox', 'sarif', 'badge'])
    expect([name, step('Check', { [name]: attack }).code === null, existsSync(join(cwd, 'run'))]).toStrictEqual([
      name,
      false,
      false,
    ]);
  // The first word of a program is one that the author names; here it is a file that is not there.
  expect(step('Check', { program: '$(touch run)' }).stderr).toContain('There is no program "$(touch"');
  expect(step('Install atip', { 'atip-package': attack }).code).not.toBe(0);
  expect(existsSync(join(cwd, 'run'))).toBe(false);
});

test('it uses no other action, and installs the version that it belongs to', () => {
  expect(ACTION_TEXT.match(/^\s*(?:- )?uses:.*$/gm)).toBeNull();
  const { version } = asRecord(JSON.parse(readFileSync(join(ROOT, 'packages/cli/package.json'), 'utf8')));
  expect(asRecord(asRecord(ACTION['inputs'])['atip-package'])['default']).toBe(`atip@${String(version)}`);
  expect(actionSteps().map(({ name, condition }) => [name, condition])).toStrictEqual([
    ['Fetch the tags', undefined],
    ['Install atip', undefined],
    ['Check', undefined],
    [
      'Comment on the pull request',
      `\${{ !cancelled() && inputs.comment == 'true' && github.event_name == 'pull_request' }}`,
    ],
  ]);
});
