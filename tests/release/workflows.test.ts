import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../architecture/read-imports.ts';
import { PUBLIC_PACKAGES, readManifest } from './public-packages.ts';
import { workflowFindings } from './workflow-findings.ts';

const FOLDER = join(ROOT, '.github/workflows');
const SCRIPTS = new Set(Object.keys(readManifest('.').scripts ?? {}));
/** A name that somebody else chose. */
const BRANCH = ['$', '{{ github.head_ref }}'].join('');
const read = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

test('the workflows are these', () => {
  expect(readdirSync(FOLDER).sort()).toStrictEqual(['ci.yml', 'release.yml']);
});

test.each(['ci.yml', 'release.yml'])('%s keeps the rules', (name) => {
  expect(workflowFindings(parse(read(name)), SCRIPTS)).toStrictEqual([]);
});

test.each([
  ['permissions: {}\n', '', ['does not say its permissions']],
  ['permissions: {}\n', 'permissions: { contents: write }\n', ['lets every job write']],
  ['permissions: {}\n', 'permissions: write-all\n', ['lets every job write']],
  ['  push:\n    tags', '  pull_request_target:\n    tags', ['starts on pull_request_target']],
  ['actions/upload-artifact@v4.6.2', 'somebody/upload@v4', ['check: somebody/upload@v4 is not pinned']],
  [
    'actions/upload-artifact@v4.6.2',
    'actions/upload-artifact@main',
    ['check: actions/upload-artifact@main is not pinned'],
  ],
  ['      - run: chown -R "$(id -u):$(id -g)" .\n', '', ['check: works in a checkout of another owner']],
  ['    timeout-minutes: 15\n', '', ['publish: has no time limit']],
  ['npm run release:check', 'npm run release:chek', ['check: asks for npm run release:chek, which does not exist']],
  ['npm run release:check', `echo ${BRANCH}`, [`check: puts an expression into a shell line: echo ${BRANCH}`]],
])('a release workflow with %j as %j is found out', (from, to, findings) => {
  const text = read('release.yml');
  expect(text).toContain(from);
  expect(workflowFindings(parse(text.replace(from, to)), SCRIPTS)).toStrictEqual(findings);
});

test('a job that may write keeps no credentials of its checkout', () => {
  const text = read('release.yml').replaceAll(/ +with:\n +persist-credentials: false\n/g, '');
  expect(workflowFindings(parse(text), SCRIPTS)).toStrictEqual(['publish: keeps credentials']);
});

test('only the job that publishes can say who it is, and only the last one writes to the repository', () => {
  const { jobs } = parse(read('release.yml'));
  expect(Object.entries(jobs).map(([name, job]) => [name, rightsOf(job)])).toStrictEqual([
    ['check', { contents: 'read' }],
    ['publish', { contents: 'read', 'id-token': 'write' }],
    ['announce', { contents: 'write' }],
  ]);
});

function rightsOf(job: unknown): unknown {
  return typeof job === 'object' && job !== null && 'permissions' in job ? job.permissions : undefined;
}

test('the checks of CI come before everything is packed, and files that are run are there', () => {
  const lines = [...read('release.yml').matchAll(/^ +(?:- )?run: (.*)$/gm)].map(([, line]) => line);
  expect(lines.slice(2, 5)).toStrictEqual(['bash .ci/run', 'npm run release:check', 'npm run release:pack -- release']);
  for (const file of ['.ci/run', 'scripts/release-publish.mjs']) expect(existsSync(join(ROOT, file))).toBe(true);
});

test('what publishes knows every public package, in the same order', () => {
  const script = readFileSync(join(ROOT, 'scripts/release-publish.mjs'), 'utf8');
  const order = /const ORDER = \[([^\]]*)\]/.exec(script)?.[1]?.match(/[@\w/]+/g);
  expect(order).toStrictEqual(PUBLIC_PACKAGES.map(({ name }) => name));
});
