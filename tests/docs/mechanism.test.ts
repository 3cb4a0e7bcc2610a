import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkTypes } from './check-types.ts';
import { type Toolbox, createToolbox } from './machine/create-toolbox.ts';
import type { PageResult } from './page-result.ts';
import type { PageSettings } from './page-settings.ts';
import { type PageInput, runPage } from './run-page.ts';

let toolbox: Toolbox;
beforeAll(async () => {
  toolbox = await createToolbox();
}, 120_000);
afterAll(() => toolbox.remove());

let made = 0;
const pageOf = (markdown: string, settings: PageSettings = {}, isWriting = false): PageInput => ({
  page: `made/page-${++made}.md`,
  markdown,
  settings,
  isWriting,
});
const play = (markdown: string, settings?: PageSettings, isWriting?: boolean): Promise<PageResult> =>
  runPage(toolbox, pageOf(markdown, settings, isWriting));
const fence = (info: string, text: string): string => `\`\`\`${info}\n${text}\`\`\`\n`;

const RIGHT = `# A page

${fence('js [notes.mjs]', "export const notes = ['one'];\n")}
- in a list

  \`\`\`console
  $ pwd; cd /tmp
  ~/work
  $ cat <<'END'
  > two
  > END
  two

  $ grep -q three ~/work/notes.mjs; echo "exit code $?"
  exit code 1
  \`\`\`

${fence('sh', 'test "$PWD" = ~/work # each block starts there\nWORD=kept\n')}
${fence('console', '$ echo "$WORD $(date +%Y-%m-%dT%H:%M:%SZ)"\nkept 2026-01-01T12:00:00Z\n')}
${fence('ts', "import { notes } from './notes.mjs';\nimport { compile } from '@atip/core';\nconsole.log(notes as readonly string[], typeof compile);\n")}
${fence('text [output]', "[ 'one' ] function\n")}
${fence('jsonc', '{ "a": ["// no comment", 1,], /* one */ }\n')}
${fence('yaml', 'a: [1]\n')}
`;

test('a page that says what happens is right, and stays as it is when it is written', { timeout: 60_000 }, async () => {
  const { failures, counts } = await play(RIGHT);
  expect(failures).toStrictEqual([]);
  expect(counts).toStrictEqual({
    console: 2,
    sh: 1,
    file: 1,
    module: 1,
    output: 1,
    data: 2,
    picture: 0,
    unknown: 0,
  });
  expect((await play(RIGHT, {}, true)).text).toBe(RIGHT);
});

/** What is wrong, the page, what is said of it, and the page's settings. */
const WRONG: readonly (readonly [string, string, string, PageSettings?])[] = [
  ['output that is another', fence('console', '$ echo one\ntwo\n'), '2: $ echo one\n  the page shows:'],
  ['output that is not shown', fence('console', '$ echo one\n'), '2: $ echo one\n  the page shows:'],
  ['a command that fails', fence('console', '$ true\n$ false\n'), '3: $ false\n  exit code 1,'],
  ['a command that is not there', fence('sh', 'true\nnowhere x\n'), '2: The script ends with 127. Line of the block'],
  ['text that no command printed', fence('console', 'hello\n$ true\n'), '2: A console block starts with a line'],
  ['JSON that is none', fence('json', '{ "a": 1, }\n'), '2: This is no json:'],
  ['JSON that is none, in a file', fence('json [a.json]', '{\n'), '2: This is no json:'],
  ['YAML that is none', fence('yaml', 'a: [1\n'), '2: This is no yaml:'],
  ['a tool document with a mistake', fence('json', '{ "atip": { "version": "0.4" }, "name": 1 }\n'), '2: '],
  ['a language that nobody runs', fence('ruby', 'puts 1\n'), '2: A fence ```ruby is none'],
  ['output of nothing', fence('text [output]', 'one\n'), '2: A fence ```text [output] is none'],
  ['a picture that is not listed', fence('text', 'one\n'), '1: There are 1 pictures (text fences);'],
  ['a fence without a word', fence('', 'one\n'), '1: There are 1 pictures (text fences);'],
  ['a listed picture that is none', '', '1: There are 0 pictures', { pictures: 1 }],
  ['a module that throws', fence('js', 'throw new Error("no");\n'), '2: The module ends with 1:'],
  [
    'a module that prints another thing',
    `${fence('js', 'console.log(1);\n')}${fence('text [output]', '2\n')}`,
    '5: The',
  ],
  ['a file elsewhere', fence('sh [../../x]', 'x\n'), '2: work/../../x is outside'],
  ['a network', fence('sh', 'curl -sS -m 5 http://192.0.2.1/\n'), '2: The script ends with 7.'],
  ['a write outside of the home', fence('sh', 'touch /etc/atip\n'), '2: The script ends with 1.'],
  ['a script that is unknown', fence('sh', 'npm run nothing\n'), '2: The script', { standIns: { npm: 'npm.mjs' } }],
  ['an option that is unknown', fence('sh', 'npm start -- --prot 1\n'), '2: The', { standIns: { npm: 'npm.mjs' } }],
  ['a stand-in that nobody asks', '', '1: No block asks the stand-in for npm.', { standIns: { npm: 'npm.mjs' } }],
  ['an unknown command of wrangler', fence('sh', 'npx wrangler deplyo\n'), '2: The', { standIns: { npx: 'npx.mjs' } }],
  ['settings that fail', '', "1: What the page's settings do before it ends with 1:", { before: 'false' }],
];

test.concurrent.each(
  WRONG.map(([name, markdown, expected, settings = {}]) => ({ name, markdown, expected, settings })),
)('a page fails with $name', { timeout: 60_000 }, async ({ markdown, expected, settings }) => {
  const { failures } = await play(markdown, settings);
  expect(failures).toHaveLength(1);
  expect(failures.map(({ line, message }) => `${line}: ${message}`).join('\n')).toContain(expected);
});

test('types are checked on all pages at once, with the files and the names of each', { timeout: 60_000 }, async () => {
  const file = fence('ts [lib.ts]', 'export const one: number = 1;\n');
  const right = pageOf(`${file}${fence('ts', "import { one } from './lib.ts';\nconsole.log(one, given);\n")}`, {
    scope: { types: 'declare const given: string;', values: { given: 'x' } },
  });
  const wrong = pageOf(`${file}\n${fence('ts', "import { one } from './lib.ts';\nconst word: string = one;\n")}`);
  const unknown = pageOf(fence('ts', "import { nothing } from '@atip/core';\nnothing(given);\n"));
  const failures = await checkTypes(toolbox, [right, wrong, unknown]);
  expect(failures.get(right.page)).toBeUndefined();
  expect(failures.get(wrong.page)?.map(({ line, message }) => [line, message.slice(0, 12)])).toStrictEqual([
    [7, 'error TS2322'],
  ]);
  expect(failures.get(unknown.page)?.map(({ line, message }) => [line, message.slice(0, 12)])).toStrictEqual([
    [2, 'error TS2305'],
    [3, 'error TS2304'],
  ]);
  expect((await runPage(toolbox, right)).failures).toStrictEqual([]);
});

test('what commands print is filled in, and a failure stays one', { timeout: 60_000 }, async () => {
  const { text, failures } = await play(fence('console', '$ echo one\nold\n\n$ seq 2; false\n'), {}, true);
  expect(text).toBe(fence('console', '$ echo one\none\n\n$ seq 2; false\n1\n2\n'));
  expect(failures.map(({ line }) => line)).toStrictEqual([5]);
});

test('a server is waited for, and ends with its page', { timeout: 60_000 }, async () => {
  const server = "require('http').createServer((_, a) => a.end('hi')).listen(8080, () => console.log('up'))";
  const markdown = `${fence('js [server.cjs]', `${server}\n`)}${fence('console', '$ node server.cjs &\nup\n$ curl -s http://127.0.0.1:8080/\nhi\n')}`;
  expect((await play(markdown)).failures).toStrictEqual([]);
  // Its port is free for the next page, as it is for pages at the same time.
  expect((await play(markdown)).failures).toStrictEqual([]);
});

test('a fence that is not closed is refused', async () => {
  await expect(play('```sh\ntrue\n')).rejects.toThrow('The fence of line 1 is not closed.');
});
