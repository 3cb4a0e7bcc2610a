import { expect, test } from 'vitest';
import { jsonTokens } from './CodeView.tsx';

test.each([
  ['"Delete it [⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE]"', 'danger', '[⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE]'],
  ['"Push [⚠️ NOT IDEMPOTENT]"', 'care', '[⚠️ NOT IDEMPOTENT]'],
  ['"List [🔒 READ-ONLY]"', 'safe', '[🔒 READ-ONLY]'],
])('the safety flags of %s stand out as %s', (text, kind, flags) => {
  const tokens = jsonTokens(text);
  expect(tokens.filter((token) => token.kind === kind)).toStrictEqual([{ kind, text: flags }]);
  expect(tokens.map((token) => token.text).join('')).toBe(text);
});

test.each(['', '{}', '"[⚠️ DESTRUCTIVE', '"unfinished', '{"a":-1.5e3}\n}', 'not json at all "x', '"a\\', '"":""'])(
  'joined, the tokens of %j are the text',
  (text) => {
    expect(
      jsonTokens(text)
        .map((token) => token.text)
        .join(''),
    ).toBe(text);
  },
);
