import type { AtipTool } from '@atip/core';
import { expect, test } from 'vitest';
import { sourceText } from './source-text.ts';

const TOOL: AtipTool = {
  atip: { version: '0.4' },
  name: 'a',
  version: '1',
  description: 'Root',
  commands: { '': { description: 'Empty' }, 'x/y~z': { description: 'Escaped' }, '~1': { description: 'Tilde' } },
};

test.each([
  ['/description', 'Root'],
  ['/commands//description', 'Empty'],
  ['/commands/x~1y~0z/description', 'Escaped'],
  ['/commands/~01/description', 'Tilde'],
  ['/commands', undefined],
  ['/commands/none/description', undefined],
  ['/constructor/name', undefined],
  ['/name/length', undefined],
])('%s is %s', (pointer, text) => {
  expect(sourceText(TOOL, pointer)).toBe(text);
});

test('what a document inherits is none of its text', () => {
  expect(sourceText(Object.create(TOOL), '/description')).toBeUndefined();
});
