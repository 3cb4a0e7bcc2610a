import { readdirSync, readFileSync } from 'node:fs';
import { readTable } from './read-files.ts';
import { expect, test } from 'vitest';

const HEAD = 'command\toption\teffects\treason';

test('a line is a row with its place; comments and empty lines are none', () => {
  expect(readTable(`${HEAD}\n# Git.\n\ngit push\t--force -f\tdestructive\treplaces branches\n`, 'a.tsv')).toStrictEqual(
    [
      {
        command: 'git push',
        everywhere: false,
        parameters: ['--force', '-f'],
        words: ['destructive'],
        reason: 'replaces branches',
        at: 'a.tsv:4',
      },
    ],
  );
});

test('a star is every command of a tool, and says which option of it', () => {
  expect(readTable(`${HEAD}\nopenssl *\t-engine\tanything\tloads code`, 'a.tsv')).toStrictEqual([
    {
      command: 'openssl',
      everywhere: true,
      parameters: ['-engine'],
      words: ['anything'],
      reason: 'loads code',
      at: 'a.tsv:2',
    },
  ]);
  expect(() => readTable(`${HEAD}\nopenssl *\t\tanything\tloads code`, 'a.tsv')).toThrow('a.tsv:2: not');
});

test.each([
  ['', 'a.tsv: the first line is not'],
  [`${HEAD}\nrm\t\tdeletes`, 'a.tsv:2: not "command, option, effects, reason"'],
  [`${HEAD}\nrm\t\tdeletes\t`, 'a.tsv:2: not'],
  [`${HEAD}\nrm\t\t\twhat is removed is gone`, 'a.tsv:2: not'],
  [`${HEAD}\n\trm\tdeletes\twhat is removed is gone`, 'a.tsv:2: not'],
  [`${HEAD}\nrm\t\tdeletes\tgone for good\tmore`, 'a.tsv:2: not'],
])('%j is refused', (text, message) => {
  expect(() => readTable(text, 'a.tsv')).toThrow(message);
});

/** Effects about which a person is asked. */
const ASKED =
  /^(?:destructive|irreversible|runs-call|runs-file|sends|root|reveals|ends-processes|replaces|loses:.*|anything|billable|environment)$/;

/** A verb in the third person, without the nouns that look like one. */
const VERB =
  /^(?:also )?(?:(?!(?:its|this|as|files|packages|others|commands|programs|scripts|settings|variables|options|hooks|plugins|macros|tasks|rules|parts|signatures|addresses)\b)\w+s,?|may|can|cannot)(?=[\s,;:]|$)/;

test('what a person is asked about goes on behind the name of its command', () => {
  const folder = new URL('../effects/', import.meta.url);
  const rows = readdirSync(folder).flatMap((name) => readTable(readFileSync(new URL(name, folder), 'utf8'), name));
  const asked = rows.filter(({ words }) => words.some((word) => ASKED.test(word)));
  expect(asked.length).toBeGreaterThan(3000);
  expect(asked.filter(({ reason }) => !VERB.test(reason)).map(({ at, reason }) => `${at} ${reason}`)).toStrictEqual([]);
});
