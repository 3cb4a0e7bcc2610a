// needs: bwrap
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AtipPattern } from '@atip/core';
import { readAuditLog } from '@atip/node/internal';
import { expect, test } from 'vitest';
import { createDemoMachine, DEMO_TOOL } from '../testing/demo-machine.ts';
import { runTestCli } from '../testing/run-test-cli.ts';

async function prepare(commands: readonly string[], more: Partial<AtipPattern> = {}) {
  const machine = await createDemoMachine({
    ...DEMO_TOOL,
    patterns: [{ name: 'foreign', description: 'Of a document', executable: true, steps: [{ command: 'demo wipe' }] }],
  });
  const { env, home, work: cwd, log } = machine;
  const directory = join(home, '.local/share/agent-tools/patterns');
  await mkdir(directory, { recursive: true });
  const own = {
    ...{ name: 'own', description: 'For tests', steps: commands.map((command) => ({ command })) },
    ...more,
  };
  await writeFile(join(directory, 'org-deploy.json'), JSON.stringify(own));
  const events = async () => {
    const lines: unknown[] = [];
    for await (const { event, argv, exitCode, refused } of readAuditLog(log) as AsyncIterable<Record<string, unknown>>)
      lines.push([event, argv, refused ?? exitCode ?? null]);
    return lines;
  };
  const cli = (args: readonly string[], settings: object = {}) =>
    runTestCli(['run', ...args], { env, cwd, ...settings });
  return { ...machine, cli, events };
}

const TEXT = { variables: { text: { type: 'string', description: 'What to say' } } };

test('one question shows every step, one yes runs them in their order, each on record', async () => {
  const { cli, events, work, bin } = await prepare(['demo say {text}', 'demo wipe'], TEXT);
  const asked: string[] = [];
  const ask = async (question: string): Promise<string> => {
    asked.push(question);
    return 'yes';
  };
  const { code, stdout, stderr } = await cli(['--pattern', 'own', 'text=a; touch b $(id)'], { ask });
  expect({ code, stdout, asked }).toStrictEqual({
    code: 0,
    stdout: 'a; touch b $(id)\nwiped\n',
    asked: ['Type yes to run all of it: '],
  });
  expect(stderr.split('\n').slice(0, 9)).toStrictEqual([
    'The pattern "own" is to be run: 2 steps, one after the other.',
    '  1. allow    "demo" "say" "a; touch b $(id)"',
    `      program   "${bin}/demo"`,
    '      may       only read',
    '  2. confirm  "demo" "wipe"',
    `      program   "${bin}/demo"`,
    '      may       destroy, write files, not be undone',
    '      because   demo_wipe permanently destroys data.',
    `  in        "${work}"`,
  ]);
  expect(await readdir(work)).toStrictEqual(['wiped']);
  expect(await events()).toStrictEqual([
    ['decision', ['demo', 'say', 'a; touch b $(id)'], null],
    ['execution', ['demo', 'say', 'a; touch b $(id)'], 0],
    ['decision', ['demo', 'wipe'], null],
    ['execution', ['demo', 'wipe'], 0],
  ]);
});

test('the first step that fails stops the rest, and the output says how to go on', async () => {
  const { cli } = await prepare(['demo say one', 'demo fail', 'demo say {text}'], TEXT);
  const { code, stdout, stderr } = await cli(['--pattern', 'own', "text=it's", '--yes']);
  expect({ code, stdout }).toStrictEqual({ code: 4, stdout: 'one\n' });
  expect(stderr.split('\n').slice(-6)).toStrictEqual([
    'atip: The pattern stopped.',
    '  1. ran         demo say one',
    '  2. failed      demo fail',
    "  3. did not run demo say 'it'\\''s'",
    "To go on from step 2, after fixing the cause: atip run --from 2 --pattern own 'text=it'\\''s'",
    '',
  ]);
  const rest = await cli(['--pattern', 'own', "text=it's", '--yes', '--from', '3']);
  expect([rest.code, rest.stdout]).toStrictEqual([0, "it's\n"]);
});

test('where one step is denied nothing runs, and that is on record', async () => {
  const { cli, events, work } = await prepare(['demo say one', 'demo wipe']);
  const { code, stdout } = await cli(['--pattern', 'own', '--yes', '--policy', 'read-only']);
  expect({ code, stdout, files: await readdir(work) }).toStrictEqual({ code: 3, stdout: '', files: [] });
  expect(await events()).toStrictEqual([['decision', ['demo', 'wipe'], 'policy']]);
});

test("a no runs nothing, and nobody's yes is needed only for what a person wrote to be executable", async () => {
  const { cli, events } = await prepare(['demo say one'], { executable: true });
  expect(await cli(['--pattern', 'own'])).toMatchObject({ code: 0, stdout: 'one\n' });
  // A person is asked even if the document claims so.
  expect(await cli(['--pattern', 'foreign'], { ask: async () => 'no' })).toMatchObject({ code: 3, stdout: '' });
  expect((await events()).at(-1)).toStrictEqual(['decision', ['demo', 'wipe'], 'declined']);
});

test('a yes is about what was shown: a step that an earlier one changed is refused', async () => {
  const { cli, script } = await prepare(['demo say one', 'demo say two']);
  const { code, stdout, stderr } = await cli(['--pattern', 'own'], {
    ask: async () => {
      await script('demo', '#!/bin/sh\necho other\n');
      return 'yes';
    },
  });
  expect({ code, stdout }).toStrictEqual({ code: 3, stdout: '' });
  expect(stderr).toContain('Step 1 was refused: This step would run something else than you approved');
});

test.each<[string[], number, string]>([
  [['own'], 1, 'Nothing was run. "text" is required.'],
  [['own', 'text=a', 'b=c'], 1, 'Nothing was run. "b" is no variable of the pattern.'],
  [['own', 'text'], 2, 'Word 1 is not written as key=value.'],
  [['own', 'text=-x'], 1, 'Nothing was run. Step 1 has a variable whose value would be read as an option.'],
  [['owm', 'text=a'], 1, 'No pattern is called "owm". `atip list` lists the patterns.'],
])('%j is refused with words that say what to do', async (args, code, message) => {
  const { cli } = await prepare(['demo say {text}'], TEXT);
  const answer = await cli(['--yes', '--pattern', ...args]);
  expect(answer).toMatchObject({ code, stdout: '' });
  expect(answer.stderr).toContain(`atip: ${message}\n`);
});

test('a context is told what ran, without its arguments; one that is damaged lets nothing run', async () => {
  const { cli, work, write } = await prepare(['demo say {text}', 'demo fail'], TEXT);
  await cli(['--pattern', 'own', 'text=secret', '--yes', '--context', 'context.json']);
  expect(JSON.parse(await readFile(join(work, 'context.json'), 'utf8'))).toStrictEqual({
    toolContext: {
      availableTools: ['demo'],
      authenticatedTools: [],
      recentCommands: [
        { tool: 'demo', command: 'say', exitCode: 0 },
        { tool: 'demo', command: 'fail', exitCode: 7 },
      ],
    },
  });
  const path = await write('foreign.json', '{"mine":1}');
  const refused = await cli(['demo_say', 'text=a', '--context', path]);
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toContain('Nothing was run. The context');
  expect(await readFile(path, 'utf8')).toBe('{"mine":1}');
});
