import { expect, test } from 'vitest';
import { compileGlob } from './match-glob.ts';

test.each<[pattern: string, fits: string[], others: string[]]>([
  ['main', ['main'], ['', 'Main', 'main ', 'xmain']],
  ['+*', ['+', '+main'], ['main', '']],
  ['*/.ssh/id_*', ['/.ssh/id_rsa', '~/.ssh/id_'], ['.ssh/id_rsa', '/ssh/id_rsa']],
  ['a?c', ['abc', 'a\u{1f600}c'], ['ac', 'abbc']],
  ['[a-c0-9_-]', ['a', '5', '-', '_'], ['d', '', 'ab']],
  ['[!a-c]', ['d', '!'], ['a']],
  ['[]x]', [']', 'x'], ['y']],
  ['[\\]]', [']'], ['\\']],
  ['\\*\\[', ['*['], ['x[']],
  ['s/*([!/])/*([!/])/*([gip0-9])', ['s/a/b/', 's/a.*//g2'], ['s/a/b/w x', 's/a', 's/a/b/gw']],
  ['@(GET|HEAD)', ['GET', 'HEAD'], ['POST', 'GETHEAD', '']],
  ['?(a)b', ['b', 'ab'], ['aab', 'a']],
  ['+(ab|c)', ['ab', 'cab', 'ccc'], ['', 'a']],
  ['*(a*(b))', ['', 'abbab'], ['b']],
  ['*()x', ['x'], ['']],
  ['a|b)', ['a|b)'], ['a']],
  ['', [''], ['a']],
  ['(#i)Core.@(Editor|[P-Q]*)', ['core.editor', 'CORE.EDITOR', 'Core.Pager'], ['core.x']],
  ['(#i)[!a]', ['b', 'B'], ['a', 'A']],
  ['x(#i)', ['x(#i)'], ['X(#i)']],
])('%j', (pattern, fits, others) => {
  const matches = compileGlob(pattern);
  expect([...fits, ...others].filter((value) => matches?.(value))).toStrictEqual(fits);
});

test.each(['[a', '[', '*(a', '@(a|b', 'a\\', '[a\\', `${'@('.repeat(9)}x${')'.repeat(9)}`, 'x'.repeat(2001)])(
  '%j cannot be read',
  (pattern) => {
    expect(compileGlob(pattern)).toBeUndefined();
  },
);

test('a pattern made to be slow takes steps in proportion to its length and the value’s', () => {
  let looked = 0;
  const value = {
    *[Symbol.iterator]() {
      for (const char of 'a'.repeat(2000)) {
        looked++;
        yield char;
      }
    },
  };
  // The value is read once, however many ways there are through the pattern.
  const matches = compileGlob(`${'*(*(a|a|a))'.repeat(30)}b`);
  expect(matches?.(value)).toBe(false);
  expect(looked).toBe(2000);
});
