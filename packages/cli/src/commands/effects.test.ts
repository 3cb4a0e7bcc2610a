// needs: bwrap
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createDemoMachine } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

/** Indented by three, keys in an order of its own, two commands on lines of their own. */
const DOCUMENT = `{
   "name": "notes", "atip": { "version": "0.4" },
   "version": "1.0.0",
   "description": "Keeps notes",
   "commands": {
      "list": { "description": "Print all notes" },
      "purge": {
         "description": "Delete all notes"
      }
   }
}
`;

async function prepare(text = DOCUMENT) {
  const { env, work: cwd, write, script } = await createDemoMachine();
  await write('atip.json', text);
  const effects = (args: readonly string[], answers?: readonly (string | Error | (() => Promise<void>))[]) => {
    const left = [...(answers ?? [])];
    const ask = async (): Promise<string> => {
      const next = left.shift() ?? 'q';
      if (next instanceof Error) throw next;
      if (typeof next === 'string') return next;
      await next();
      return '';
    };
    return runTestCli(['effects', ...args], { env, cwd, ...(answers && { ask }) });
  };
  const read = (name = 'atip.json'): Promise<string> => readFile(join(cwd, name), 'utf8');
  return { effects, read, write, script };
}

test('one question after the other, and the document keeps its form', async () => {
  const { effects, read } = await prepare();
  const { code, stdout } = await effects(['atip.json'], ['rN', '', 'wdxNU-', '']);
  expect(code).toBe(0);
  expect(await read()).toBe(`{
   "name": "notes", "atip": { "version": "0.4" },
   "version": "1.0.0",
   "description": "Keeps notes",
   "commands": {
      "list": { "description": "Print all notes", "effects": { "filesystem": { "read": true, "write": false, "delete": false }, "network": false, "destructive": false } },
      "purge": {
         "description": "Delete all notes",
         "effects": {
            "filesystem": {
               "write": true,
               "delete": true
            },
            "network": false,
            "destructive": true,
            "reversible": false
         }
      }
   }
}
`);
  expect(stdout).toContain(`
2 of 2  notes purge
  Delete all notes

  r  reads files            ?
  w  writes files           ?
  d  deletes files          ?
  n  uses the network       ?
  p  starts other programs  ?
  x  destroys something     yes  "purge" in the name
  u  can be undone          ?
  m  costs money            ?
  -  also: deletes ["notes"]
`);
  expect(stdout.endsWith('2 answers saved.\nNext: atip ci\n')).toBe(true);
  expect((await effects(['atip.json'], [])).stdout).toBe('atip.json: the effects are complete.\n');
});

test('Enter does not pass over what nobody knows without a word, and takes no for unknown never', async () => {
  const { effects, read } = await prepare();
  const { stdout } = await effects([], ['', '', 'q']);
  expect(stdout).toContain(
    'Still open: uses the network (n or N), can be undone (u or U). Enter once more leaves it open.\n',
  );
  expect(JSON.parse(await read()).commands.list.effects).toStrictEqual({
    filesystem: { write: false, delete: false },
    destructive: false,
  });
});

test('what was answered before Ctrl-C is kept; skipping and going back lose nothing', async () => {
  const { effects, read } = await prepare();
  const stopped = Object.assign(new Error('stopped'), { name: 'AbortError' });
  const { code, stdout } = await effects([], ['s', 'b', 'l', '', stopped]);
  expect(code).toBe(0);
  expect(stdout.endsWith('1 answer saved.\n1 command of atip.json left: run this again to go on.\n')).toBe(true);
  expect(JSON.parse(await read()).commands.list.effects).toStrictEqual({
    filesystem: { write: false, delete: false },
    network: false,
    subprocess: false,
    destructive: false,
    reversible: true,
    cost: { billable: false },
  });
});

test('a letter that means nothing is said, and changes nothing', async () => {
  const { effects, read } = await prepare();
  expect((await effects([], ['wz', '?', 'q'])).stdout).toContain('"z" is not one of the letters.\n');
  expect(await read()).toBe(DOCUMENT);
});

test('a document that somebody changes meanwhile is not written over', async () => {
  const { effects, write, read } = await prepare();
  const { stderr } = await effects([], ['l', async () => void (await write('atip.json', `${DOCUMENT}\n`))]);
  expect(stderr).toContain('atip.json was changed meanwhile. The last answer was not written; run this again.');
  expect(await read()).toBe(`${DOCUMENT}\n`);
});

test('without a terminal it lists what is missing, with guesses and reasons', async () => {
  const { effects, read } = await prepare();
  const { stdout } = await effects([]);
  expect(JSON.parse(stdout).commands[1]).toStrictEqual({
    command: 'purge',
    path: '/commands/purge',
    description: 'Delete all notes',
    stated: {},
    guess: { destructive: true, deletes: ['notes'] },
    reasons: { destructive: '"purge" in the name', deletes: '"purge" in the name' },
  });
  expect(await read()).toBe(DOCUMENT);
});

test('guesses that nobody looked at say so, and are asked for again', async () => {
  const { effects, read } = await prepare();
  expect((await effects(['--accept-guesses'])).stdout).toBe(
    'atip.json: 2 commands got our guess, marked as such in "x-why". Check them: atip effects\n',
  );
  expect(JSON.parse(await read()).commands.purge.effects).toStrictEqual({
    destructive: true,
    deletes: ['notes'],
    'x-why': 'Guessed: "purge" in the name',
  });
  expect((await effects([], ['q'])).stdout).toContain('1 of 2  notes list');
});

test.each([
  ['table.mjs', 'export const effects = {\n', '};\n', 'true'],
  ['table.cjs', 'module.exports.effects = {\n', '};\n', 'true'],
  ['table.py', 'EFFECTS = {\n', '}\n', 'True'],
  ['table.json', '{\n', '}\n', 'true'],
])('the effects of a program are kept in %s', async (table, start, end, yes) => {
  const { effects, read, script } = await prepare();
  await script('notes', `#!/bin/sh\ncat <<'EOF'\n${DOCUMENT}EOF\n`);
  expect((await effects(['--table', table, '--', 'notes'], ['l', '', 'xUN', '', ''])).code).toBe(0);
  const text = await read(table);
  expect([text.includes(start), text.endsWith(end), text.includes(`"destructive": ${yes}`)]).toStrictEqual([
    true,
    true,
    true,
  ]);
  expect(text.split('\n').filter((line) => /^ {2}"/.test(line))).toStrictEqual(['  "list": {', '  "purge": {']);
});

test('a table with a comment in it is not written: what belongs into it is printed', async () => {
  const { effects, read, write, script } = await prepare();
  await script('notes', `#!/bin/sh\ncat <<'EOF'\n${DOCUMENT}EOF\n`);
  const mine = 'export const effects = {\n  // mine\n};\n';
  await write('table.mjs', mine);
  const { code, stdout, stderr } = await effects(['--table', 'table.mjs', '--', 'notes'], ['l', '']);
  expect([code, await read('table.mjs'), stdout.includes('"list": {')]).toStrictEqual([1, mine, true]);
  expect(stderr).toContain('table.mjs has more than data in its table. Paste the lines above into it.');
});

test.each([
  [['gone.json'], 5, 'There is no gone.json. Name a document, or a program after --.'],
  [['a', 'b'], 2, 'Name one document, or a program after --.'],
  [['--', 'true'], 2, 'name its file: --table atip.effects.js'],
  [['package.json'], 1, 'package.json is not valid'],
])('atip effects %j', async (args, code, words) => {
  const { effects, write } = await prepare();
  await write('package.json', '{}');
  const { code: ended, stderr } = await effects(args, []);
  expect([ended, stderr]).toStrictEqual([code, expect.stringContaining(words)]);
});
