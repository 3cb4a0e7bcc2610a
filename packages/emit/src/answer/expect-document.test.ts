import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AtipEffects, AtipTool } from '@atip/core';
import { Command, Option } from 'commander';
import { expect, onTestFinished, test } from 'vitest';
import { expectAtip } from '../with-atip.ts';

const READS: AtipEffects = { filesystem: { write: false }, network: false };
const WIPES: AtipEffects = {
  filesystem: { write: true, delete: true },
  network: false,
  destructive: true,
  reversible: false,
};
const EFFECTS = { list: READS, wipe: WIPES };

function notes(version = '1.2.0'): Command {
  const program = new Command('notes').version(version).description('Keeps notes in a file');
  program.command('list').description('Prints all notes').option('--long', 'Prints their texts too');
  program.command('wipe').description('Deletes all notes');
  return program;
}

async function problems(...[program, settings]: Parameters<typeof expectAtip>): Promise<readonly string[]> {
  try {
    await expectAtip(program, settings);
    return [];
  } catch (error) {
    return error instanceof Error ? error.message.split('\n') : [];
  }
}

test('a program that is described well gives its document', async () => {
  const tool = await expectAtip(notes(), { effects: EFFECTS });
  expect([tool.name, Object.keys(tool.commands ?? {})]).toStrictEqual(['notes', ['list', 'wipe']]);
});

test('one error lists all that is wrong', async () => {
  const program = new Command('notes').description('Keeps notes in a file');
  program
    .command('list')
    .description('Prints all notes')
    .addOption(new Option('--sort <order>', 'Sorts them').choices(['up', 'down']).default('left'));
  program.command('wipe').description('Deletes all notes');
  program.command('push').description('Sends all notes to a server');
  program.command('sync').description('');
  const effects = { wpie: WIPES, push: { network: true }, sync: READS };
  expect(await problems(program, { effects })).toStrictEqual([
    'notes --agent has 7 problems:',
    '- There are effects for "wpie", and the program has no command of that name.',
    '- /commands/list/options/0/default: Not a value that this parameter takes; correct it.',
    '- /commands/sync/description: Models choose by the description; write one.',
    '- The program has no version: give `version`.',
    '- "list" has no effects: add them under "list".',
    '- "wipe" has no effects: add them under "wipe".',
    '- "push" does not say: filesystem.write, filesystem.delete, destructive, reversible, cost.billable.',
  ]);
});

test.each<[string, AtipEffects, string]>([
  ['nothing', {}, '"list" has no effects: add them under "list".'],
  [
    'only the network',
    { network: false },
    '"list" does not say: filesystem.write, filesystem.delete, destructive, reversible.',
  ],
  [
    'a service',
    { ...READS, network: true },
    '"list" does not say: filesystem.delete, destructive, reversible, cost.billable.',
  ],
])('effects that say %s', async (_, list, problem) => {
  const found = await problems(notes(), { effects: { ...EFFECTS, list } });
  expect(found).toStrictEqual(['notes --agent has 1 problem:', `- ${problem}`]);
});

const before = (version: string): Promise<AtipTool> => expectAtip(notes(version), { effects: EFFECTS });

function grown(version: string): Command {
  const program = notes(version);
  program.command('find <text>').description('Prints the notes that have a text');
  return program;
}

test.each([
  ['1.2.0', '1.3.0', undefined],
  ['1.2.0', '2.0.0', undefined],
  ['1.2.0', '1.2.1', '1.3.0'],
  ['0.2.0', '0.2.1', undefined],
])('a new command between %s and %s', async (was, is, step) => {
  const found = await problems(grown(is), { effects: { ...EFFECTS, find: READS }, previous: await before(was) });
  const due = `- Since ${was} it changed so much that a minor version is due, ${step} or higher, and this is ${is}: notes find is new.`;
  expect(found).toStrictEqual(step === undefined ? [] : ['notes --agent has 1 problem:', due]);
});

test.each([
  ['1.2.0', '1.3.0', '2.0.0'],
  ['0.2.0', '0.2.9', '0.3.0'],
  ['1.2.0', '2.0.0', undefined],
])('an effect that is raised between %s and %s', async (was, is, step) => {
  const effects = { ...EFFECTS, list: WIPES };
  const found = await problems(notes(is), { effects, previous: await before(was) });
  expect(found.map((line) => line.split(': ')[0])).toStrictEqual(
    step === undefined
      ? []
      : [
          'notes --agent has 1 problem:',
          `- Since ${was} it changed so much that a major version is due, ${step} or higher, and this is ${is}`,
        ],
  );
});

test('the last release may be a file, and one that cannot be read is a problem', async () => {
  const folder = mkdtempSync('/var/tmp/atip-expect-');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const previous = join(folder, 'atip.json');
  writeFileSync(previous, JSON.stringify(await before('1.2.0')));
  expect(await problems(notes(), { effects: EFFECTS, previous })).toStrictEqual([]);
  writeFileSync(previous, '{}');
  expect(await problems(notes(), { effects: EFFECTS, previous })).toStrictEqual([
    'notes --agent has 1 problem:',
    '- The document of the last release cannot be read, so nothing can be said about what changed.',
  ]);
});

test('the started program has to write this document alone', async () => {
  const tool = await before('1.2.0');
  const document = `${JSON.stringify(tool, null, 2)}\n`;
  const folder = mkdtempSync('/var/tmp/atip-expect-');
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const start = (script: string): string[] => {
    writeFileSync(join(folder, 'notes.cjs'), script);
    return [process.execPath, join(folder, 'notes.cjs')];
  };
  const writes = `process.stdout.write(${JSON.stringify(document)})`;
  const found = async (script: string): Promise<readonly string[]> => {
    const lines = await problems(notes(), { effects: EFFECTS, command: start(script) });
    return lines.map((line) => line.replace(/^.* --agent (?=writes|does)/, '').split(': ')[0] ?? '');
  };
  expect(await found(writes)).toStrictEqual([]);
  expect(await found(`console.log('Loading'); ${writes}`)).toStrictEqual([
    'notes --agent has 1 problem:',
    'writes more than the document, or something else',
  ]);
  expect(await found(`${writes}; process.exit(3)`)).toStrictEqual([
    'notes --agent has 1 problem:',
    'does not end with 0',
  ]);
  expect(await found(writes.replace('1.2.0', '1.2.1'))).toStrictEqual([
    'notes --agent has 1 problem:',
    'writes another document than this program has.',
  ]);
});
