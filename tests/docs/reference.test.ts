import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { buildReference } from './reference/build-reference.ts';
import { collectVariables } from './reference/cli/collect-variables.ts';
import { documentedCommands } from './reference/cli/command-sections.ts';
import { ENVIRONMENT_VARIABLES } from './reference/cli/environment-variables.ts';
import { fillSections } from './reference/fill-sections.ts';
import { code, prose, table } from './reference/markdown.ts';
import { sourceConstant } from './reference/source-constant.ts';

const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const PAGES = buildReference(read);

test.each([...PAGES])('%s is what its sources say: if not, node scripts/generate-reference.mjs', (path, text) => {
  expect(read(path)).toBe(text);
});

test('the pages are these', () => {
  expect([...PAGES.keys()]).toStrictEqual([
    'docs/reference/cli.md',
    'docs/reference/http.md',
    'docs/reference/providers.md',
    'docs/concepts/effects-and-policy.md',
    'docs/concepts/threat-model.md',
  ]);
});

const place = (name: string, text = ''): string => `<!-- generated: ${name} -->\n${text}<!-- /generated -->\n`;

test('a part is put in its place, and what people wrote stays', () => {
  const page = `Before\n\n${place('a', 'old\n')}\nAfter\n`;
  const filled = 'Before\n\n<!-- generated: a -->\n\nnew $1\n\n<!-- /generated -->\n\nAfter\n';
  expect(fillSections(page, new Map([['a', 'new $1\n']]))).toBe(filled);
  expect(fillSections(filled, new Map([['a', 'new $1']]))).toBe(filled);
});

test.each([
  ['a part without a place', '', ['a'], 'The page has no place for "a".'],
  ['a place without a part', place('b'), [], 'Nothing is generated for "b": take its place out.'],
  ['two places of one part', place('a') + place('a'), ['a'], '"a" has two places.'],
  ['a place without an end', `${place('a')}<!-- generated: b -->\n`, ['a'], 'A marker has no other end.'],
])('%s is an error', (_name, page, parts, message) => {
  expect(() => fillSections(page, new Map(parts.map((part) => [part, 'text'])))).toThrow(message);
});

test('an error says which page lacks a part', () => {
  const [path = ''] = PAGES.keys();
  expect(() => buildReference((asked) => (asked === path ? '# Nothing\n' : read(asked)))).toThrow(
    `${path}: The page has no place for "options"`,
  );
});

test('what was not written for Markdown stays what it is', () => {
  expect([code('a`b'), code('a'), prose('<file> a_b'), table(['a'], [['x|y']])]).toStrictEqual([
    '`` a`b ``',
    '`a`',
    '&lt;file> a\\_b',
    '| a |\n|---|\n| x\\|y |',
  ]);
  expect(() => table(['a', 'b'], [['x']])).toThrow('1 cells under 2 headings: x');
});

test('a limit comes from the sources, or not at all', () => {
  const file = 'server/src/guard/session.ts';
  expect(sourceConstant(file, 'TOKEN_TRIES')).toBe(20);
  expect(sourceConstant('server/src/calls/active-calls.ts', 'CALL_LIMITS.waiting')).toBe(256);
  expect(() => sourceConstant(file, 'NO_SUCH_LIMIT')).toThrow(`${file} has no plain number called NO_SUCH_LIMIT.`);
});

/** The console blocks of one command, from its heading to the next; headings within blocks are what a command printed. */
function examplesOf(page: string, name: string): string {
  const parts = page.split(/^(#{2,3} .*|```console\n[\s\S]*?^```)$/m);
  const start = parts.indexOf(`### ${name}`);
  const end = parts.findIndex((part, index) => index > start && /^#{2,3} /.test(part));
  return start < 0
    ? ''
    : parts
        .slice(start, end)
        .filter((part) => part.startsWith('```console'))
        .join('\n');
}

test.each(documentedCommands().map(({ name }) => `atip ${name}`))('%s has an example that runs', (name) => {
  expect(examplesOf(read('docs/reference/cli.md'), name)).toMatch(new RegExp(`^[$>] .*\\b${name}\\b`, 'm'));
});

/** Names that a build puts in. */
const NO_VARIABLES = ['ATIP_DIGESTS', 'ATIP_FIRST', 'ATIP_VERSION'];

test('every environment variable that the sources read is on the page', () => {
  const listed = ENVIRONMENT_VARIABLES.map(({ name }) => name);
  expect(collectVariables()).toStrictEqual([...listed, ...NO_VARIABLES].sort());
  const page = read('docs/reference/cli.md');
  expect(listed.filter((name) => !page.includes(`| \`${name}\` |`))).toStrictEqual([]);
});
