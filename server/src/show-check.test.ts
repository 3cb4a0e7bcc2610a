import { createResultFilter } from '@atip/core';
import { expect, test } from 'vitest';
import { showArgument, showValidation } from './show-check.ts';
import { LEAKED_TOKEN } from './testing/demo-tool.ts';

const FILTER = createResultFilter([]);

test.each([
  ['--max-count=1', '--max-count=1'],
  ['two\nlines\tand ü 😀', 'two\nlines\tand ü 😀'],
  ['a\x1b[2Kb', 'a\\u{1b}[2Kb'],
  ['a\rb\0c\x7f\x9b', 'a\\u{d}b\\u{0}c\\u{7f}\\u{9b}'],
  ['safe\u202etxt\u2066', 'safe\\u{202e}txt\\u{2066}'],
  ['zero\u200bwidth\ufeff', 'zero\\u{200b}width\\u{feff}'],
  ['tag\u{e0041}', 'tag\\u{e0041}'],
])('an argument is shown with nothing hidden: %j', (argument, shown) => {
  expect(showArgument(argument, FILTER, 'demo_say')).toBe(shown);
});

test('a secret is shown in no part of a check', () => {
  expect(showArgument(`--token=${LEAKED_TOKEN}`, FILTER, 'demo_say')).not.toContain(LEAKED_TOKEN);
  const validation = {
    valid: false,
    errors: [{ code: 'INVALID_FORMAT', message: `Not ${LEAKED_TOKEN}`, parameter: 'text' }],
    warnings: [{ code: 'EXTRA_PARAMETER', message: `Not ${LEAKED_TOKEN}`, parameter: 'x' }],
    arguments: { text: LEAKED_TOKEN, list: ['kept', LEAKED_TOKEN], count: 3, yes: true },
  } as const;
  const shown = showValidation(validation, FILTER, 'demo_say');
  expect(JSON.stringify(shown)).not.toContain(LEAKED_TOKEN);
  expect(shown.arguments).toMatchObject({ list: ['kept', expect.any(String)], count: 3, yes: true });
});
