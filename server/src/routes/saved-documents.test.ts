import { existsSync, readFileSync, statSync } from 'node:fs';
import { mkdir, symlink } from 'node:fs/promises';
import { type HostOptions, listTools } from '@atip/node';
import { createMachine } from '@atip/node/internal';
import { expect, test } from 'vitest';
import { createTemporaryDirectory } from '../../../packages/node/src/testing/temporary-directory.ts';
import { OPEN_SANDBOX } from '../../../packages/node/src/testing/test-machine.ts';
import type { CompanionPorts } from '../ports.ts';
import { problemCode } from '../testing/problem-code.ts';
import { createTestClient } from '../testing/test-client.ts';
import { createToolCatalog } from '../tools/tool-catalog.ts';

const READS = {
  filesystem: { read: true, write: false, delete: false },
  ...{ network: false, subprocess: false, destructive: false, reversible: true },
};
const describing = (name: string, more: object = {}) => ({
  ...{ atip: { version: '0.4' }, name, version: '1.0.0', description: 'Keeps notes' },
  trust: { source: 'native', verified: true },
  commands: {
    list: { description: 'Lists', effects: READS },
    purge: {
      description: 'Purges',
      options: [
        { name: 'all', flags: ['--all'], type: 'boolean', description: 'All', 'x-effects': { destructive: true } },
      ],
      effects: READS,
    },
    drop: { description: 'Drops', effects: { ...READS, destructive: true } },
  },
  ...more,
});
const NOTES = JSON.stringify(describing('notes'));
const HELP = 'Usage: notes [OPTION]... [FILE]...\n\nOptions:\n  -f, --force  delete without a question\n';

/** A machine with the programs `notes` and `git`, each of which leaves a file behind when it runs. */
async function prepare(host: HostOptions = {}, more: Partial<CompanionPorts> = {}) {
  const { at, script, write } = await createTemporaryDirectory();
  for (const name of ['notes', 'git']) await script(`bin/${name}`, `#!/bin/sh\ntouch ${at('ran')}\necho ran\n`);
  await mkdir(at('work'));
  const env = { PATH: `${at('bin')}:/usr/bin:/bin`, HOME: at('home'), XDG_DATA_DIRS: '/nowhere' };
  const only = (name: string): boolean => ['notes', 'git'].includes(name);
  const client = await createTestClient({
    host: { cwd: at('work'), env, policy: { byTrust: false }, ...host },
    machine: createMachine({ env, sandbox: OPEN_SANDBOX }),
    catalog: await createToolCatalog(() => listTools(env, { only, bundled: only })),
    ...more,
  });
  const post = (body: object) => client.send('POST', '/documents', body);
  const plan = async (body: object) => (await post(body)).json();
  const save = async (body: object) => post({ ...body, approve: (await plan(body)).hash });
  const listed = async (name: string) => {
    const { tools } = await (await client.send('GET', '/tools')).json();
    return tools.find((tool: { name: string }) => tool.name === name);
  };
  const fileOf = (name: string): string => at(`home/.local/share/agent-tools/shims/${name}.json`);
  const hasRun = (): boolean => existsSync(at('ran'));
  return { ...client, at, script, write, post, plan, save, listed, fileOf, hasRun };
}

test('a document is saved once its plan is approved, can be run at once, and is taken back', async () => {
  const { at, send, post, plan, save, listed, fileOf, hasRun } = await prepare();
  const planned = await plan({ text: NOTES });
  expect(planned).toStrictEqual({
    state: 'confirmation-required',
    hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
    where: 'page',
    plan: { name: 'notes', program: at('bin/notes'), file: fileOf('notes'), commands: 3, destroys: 1, replaces: false },
  });
  expect([existsSync(fileOf('notes')), await listed('notes')]).toStrictEqual([false, undefined]);
  const saved = await post({ text: NOTES, approve: planned.hash });
  const answer = { state: 'saved', name: 'notes', file: fileOf('notes') };
  expect([saved.status, await saved.json(), hasRun()]).toStrictEqual([201, answer, false]);
  const call = { id: '1', name: 'notes_list', arguments: {} };
  expect(await (await send('POST', '/calls', { call })).text()).toContain('ran');
  expect(statSync(fileOf('notes')).mode & 0o777).toBe(0o600);
  // Written down, so that it is no more in the home of root, whose files count as the organisation's.
  expect(JSON.parse(readFileSync(fileOf('notes'), 'utf8')).trust).toStrictEqual({ source: 'user' });
  expect(await listed('notes')).toMatchObject({
    origin: 'shims',
    trust: 'user',
    saved: true,
    commands: 3,
    destroys: 1,
  });
  // Again the same: the file is there now, and is replaced.
  expect(await plan({ text: NOTES })).toMatchObject({ plan: { replaces: true } });
  expect((await save({ text: NOTES })).status).toBe(201);
  expect((await send('DELETE', '/documents/notes')).status).toBe(204);
  expect([existsSync(fileOf('notes')), await listed('notes')]).toStrictEqual([false, undefined]);
  expect(await problemCode(await send('DELETE', '/documents/notes'))).toBe('404 unknown-document');
});

test('a help text becomes a document, whose effects are guesses', async () => {
  const { plan, save, listed } = await prepare();
  expect(await plan({ text: HELP })).toMatchObject({ plan: { name: 'notes', commands: 1, destroys: 0 } });
  expect(await plan({ text: HELP.replaceAll('notes', 'n'), name: 'notes' })).toMatchObject({ plan: { name: 'notes' } });
  await save({ text: HELP });
  expect(await listed('notes')).toMatchObject({ trust: 'inferred', saved: true });
});

test('what we know of a program stays: a document that calls it harmless is told so, and is asked about as before', async () => {
  const { send, plan, save, listed } = await prepare();
  const option = (name: string, flag: string) => ({ name, flags: [flag], type: 'boolean', description: name });
  const clean = {
    description: 'Looks',
    effects: READS,
    options: ['f', 'd', 'x'].map((name) => option(name, `-${name}`)),
  };
  const push = { description: 'Looks', effects: READS, options: [option('force', '--force')] };
  const text = JSON.stringify(describing('git', { commands: { clean, push } }));
  expect(await plan({ text })).toMatchObject({
    plan: { destroys: 0, known: { source: '@atip/catalog/git', stays: false } },
  });
  await save({ text });
  expect(await plan({ text })).toMatchObject({ plan: { replaces: true, known: { source: '@atip/catalog/git' } } });
  expect(await listed('git')).toMatchObject({ origin: 'shims', saved: true, destroys: 1 });
  for (const [name, args] of [
    ['git_clean', { force: true, d: true, x: true }],
    ['git_push', { force: true }],
  ]) {
    const answer = await send('POST', '/calls/check', { call: { id: '1', name, arguments: args } });
    expect(await answer.json()).toMatchObject({ decision: { decision: 'confirm' } });
  }
});

test.each<[string, object, string]>([
  ['prose', { text: 'Dear all, nothing here can be called.' }, '422 nothing-found'],
  ['nothing', { text: '' }, '422 nothing-found'],
  ['help that names nobody', { text: 'Options:\n  -f, --force  delete\n' }, '422 name-needed'],
  ['another form of JSON', { text: '{"tools":[]}' }, '422 invalid-metadata'],
  [
    'a document with errors',
    { text: JSON.stringify(describing('notes', { commands: { a: 7 } })) },
    '422 invalid-metadata',
  ],
  ['a program that is not here', { text: JSON.stringify(describing('absent')) }, '404 program-not-found'],
  ['a name that is a path', { text: JSON.stringify(describing('../notes')) }, '422 unsafe-name'],
  ['a given name that is a path', { text: HELP, name: '../../bin/notes' }, '422 unsafe-name'],
  ['only dots', { text: HELP, name: '..' }, '422 unsafe-name'],
  ['a name with a change of direction', { text: HELP, name: 'notes\u202e' }, '422 unsafe-name'],
  ['a name with a line break', { text: HELP, name: 'notes\n' }, '422 unsafe-name'],
  ['a document of another program', { text: NOTES, name: 'git' }, '422 name-mismatch'],
  [
    'one whose binary has another name',
    { text: JSON.stringify(describing('notes', { binary: { hash: `sha256:${'0'.repeat(64)}`, name: 'git' } })) },
    '422 name-mismatch',
  ],
  [
    'one whose binary has other bytes',
    { text: JSON.stringify(describing('notes', { binary: { hash: `sha256:${'0'.repeat(64)}` } })) },
    '409 checksum-mismatch',
  ],
  ['commands of a host', { text: JSON.stringify(describing('notes', { 'x-plugin-of': 'git' })) }, '422 name-mismatch'],
  ['commands of an MCP server', { text: JSON.stringify(describing('notes', { 'x-mcp': true })) }, '422 name-mismatch'],
  ['more than 4 MiB', { text: ' '.repeat(4_194_304) }, '413 body-too-large'],
])('it is refused: %s', async (_name, body, expected) => {
  const { post, fileOf, hasRun } = await prepare();
  expect(await problemCode(await post(body))).toBe(expected);
  expect([existsSync(fileOf('notes')), hasRun()]).toStrictEqual([false, false]);
});

test.each<[string, (machine: Awaited<ReturnType<typeof prepare>>) => Promise<unknown>, object]>([
  ['another text', async () => undefined, { text: JSON.stringify(describing('notes', { version: '2' })) }],
  ['another program', ({ script }) => script('bin/notes', '#!/bin/sh\n# other\n'), { text: NOTES }],
  ['a file that came', ({ write }) => write('home/.local/share/agent-tools/shims/notes.json', '{}'), { text: NOTES }],
])('an approval is of what was shown: %s', async (_name, change, body) => {
  const machine = await prepare();
  const { hash } = await machine.plan({ text: NOTES });
  await change(machine);
  expect(await problemCode(await machine.post({ ...body, approve: hash }))).toBe('409 hash-mismatch');
});

test('of two that agreed to write the same file one is told that it is another now', async () => {
  const { post, plan } = await prepare();
  const bodies = ['1', '2'].map((version) => ({ text: JSON.stringify(describing('notes', { version })) }));
  const approved = await Promise.all(bodies.map(async (body) => ({ ...body, approve: (await plan(body)).hash })));
  const answers = await Promise.all(approved.map(async (body) => (await post(body)).status));
  expect(answers.toSorted()).toStrictEqual([201, 409]);
});

test('a link at its place is neither followed nor replaced, and no file of a person is taken back', async () => {
  const { at, send, post, write, fileOf } = await prepare();
  const mine = await write('mine.json', 'mine');
  await write('home/.local/share/agent-tools/shims/git.json', JSON.stringify(describing('git')));
  await symlink(mine, fileOf('notes'));
  expect(await problemCode(await post({ text: NOTES }))).toBe('409 file-in-the-way');
  for (const name of ['notes', 'git', '..%2f..%2f..%2f..%2f..%2fmine', '__proto__'])
    expect(await problemCode(await send('DELETE', `/documents/${name}`))).toBe('404 unknown-document');
  expect([readFileSync(at('mine.json'), 'utf8'), existsSync(fileOf('git'))]).toStrictEqual(['mine', true]);
});

test('a place that cannot be written is named', async () => {
  const { save, write } = await prepare();
  await write('home/.local/share/agent-tools', 'in the way');
  const response = await save({ text: NOTES });
  expect(await response.json()).toMatchObject({
    status: 500,
    code: 'document-not-written',
    detail: /notes\.json .*\(E/,
  });
});

test('where the companion asks in its terminal, the answer there counts', async () => {
  const asked: string[] = [];
  const answers = [false, true];
  const askToSave = async ([first = '']: readonly string[]) => {
    asked.push(first);
    return answers.shift() ?? false;
  };
  const ask = async () => true;
  const { send, plan, save, fileOf } = await prepare({ ask }, { askToSave });
  expect(await plan({ text: NOTES })).toMatchObject({ where: 'terminal' });
  expect(await problemCode(await save({ text: NOTES }))).toBe('403 confirmation-denied');
  expect(existsSync(fileOf('notes'))).toBe(false);
  expect((await save({ text: NOTES })).status).toBe(201);
  expect(asked).toStrictEqual(Array(2).fill('A document of notes is about to be saved.'));
  expect(await problemCode(await send('DELETE', '/documents/notes'))).toBe('409 confirm-in-terminal');
  const changing = await prepare({ ask }, { askToSave: async () => !!(await changing.script('bin/notes', '# other')) });
  expect(await problemCode(await changing.save({ text: NOTES }))).toBe('409 hash-mismatch');
  const other = await prepare({ ask });
  expect(await problemCode(await other.save({ text: NOTES }))).toBe('409 confirm-in-terminal');
});
