import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compileGlob, compilePathGlob } from './match-glob.ts';

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

test('a star and a question mark agree with the regular expression of the same meaning', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '/'), maxLength: 12 });
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), maxLength: 8 }), text, (pattern, value) => {
      const same = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('?', '.')}$`, 's');
      expect(compileGlob(pattern)?.(value)).toBe(same.test(value));
    }),
  );
});

test.each<[pattern: string, fits: string[], others: string[]]>([
  ['/h/*/id_rsa', ['/h/ssh/id_rsa'], ['/h/.ssh/id_rsa', '/h/a/b/id_rsa', '/h/id_rsa']],
  ['/h/.*/id_*', ['/h/.ssh/id_rsa', '/h/./id_'], ['/h/ssh/id_rsa']],
  ['/h/.ss?/x', ['/h/.ssh/x'], ['/h/.ss/x', '/h/.ss//x']],
  ['/h/?ssh/x', ['/h/assh/x'], ['/h/.ssh/x']],
  ['/h/[.]ssh', [], ['/h/.ssh']],
  ['/h/a[.]b', ['/h/a.b'], ['/h/a/b']],
  ['*.env', ['x.env', 'a.b.env'], ['.env', 'a/.env']],
  ['/h/@(.ssh|x)/*', ['/h/.ssh/a', '/h/x/a'], ['/h/y/a']],
  ['/h/.!(x)/a', ['/h/.ssh/a', '/h/.x/a'], ['/h/.a/b/a', '/h/ssh/a']],
  ['/h/**/a', ['/h/b/c/a', '/h//a'], ['/h/.b/a']],
  ['a[', ['a['], ['a']],
  ['a[b/c]', ['a[b/c]'], ['ab', 'a/']],
  ['a[![:digit:]_]b', ['a_b', 'a1b', 'axb'], ['a/b', 'ab']],
  ['a[!b]', ['ac', 'a.'], ['ab', 'a/']],
  ['a\\*', ['a*'], ['ab']],
])('the path glob %j', (pattern, fits, others) => {
  expect([...fits, ...others].filter(compilePathGlob(pattern))).toStrictEqual(fits);
});

test.each(['x'.repeat(2001), 'a\\', '@(a', `${'@('.repeat(9)}x${')'.repeat(9)}`])(
  'the path glob %j is not followed, so it may be any path',
  (pattern) => {
    expect(compilePathGlob(pattern)('/h/.ssh/id_rsa')).toBe(true);
  },
);

test('a longer path than any system has may be what a path glob finds', () => {
  expect(compilePathGlob('b*')('a'.repeat(4097))).toBe(true);
});
