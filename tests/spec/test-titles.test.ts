import { expect, test } from 'vitest';
import { testTitles } from './test-titles.ts';

test.each<[string, string, string[]]>([
  ['a plain one', "test('a', () => {});", ['a']],
  ['escapes', "test('it’s \\'so\\'', { timeout: 1 }, () => {});", ["it’s 'so'"]],
  ['a template', 'test(`a`, () => {});', ['a']],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is the source that is read
  ['a computed one is nobody’s to cite', 'test(`a ${b}`, () => {});', []],
  ['a table', "test.each([['x', 1], ['y', 2]])('is %s of %i', () => {});", ['is %s of %i', 'is x of %i', 'is y of %i']],
  ['a table of two columns', "test.each<Row>([['x', 'y']])('%s (%j)', () => {});", ['%s (%j)', 'x ("y")']],
  ['a table of single values', "test.each(['x'])('is %s', () => {});", ['is %s', 'is x']],
  ['a table by name', "const A = [['x']] as const; test.each(A)('is %s', () => {});", ['is %s', 'is x']],
  ['a table that is computed', "test.each(rows())('is %s', () => {});", ['is %s']],
  ['what is skipped shows nothing', "test.skip('a', () => {}); test.todo('b'); test.skip.each([['x']])('%s', f);", []],
  ['comments and texts are no tests', "// test('a', f)\nconst b = \"test('c', f)\";", []],
  ['another function is no test', "rest('a', () => {}); suite.test('b', () => {});", []],
])('%s', (_name, source, titles) => {
  expect(testTitles(source).flat()).toStrictEqual(titles);
});
