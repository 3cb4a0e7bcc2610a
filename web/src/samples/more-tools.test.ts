import { parseTool } from '@atip/core';
import { expect, test } from 'vitest';
import { loadToolNames, loadToolText } from './more-tools.ts';

test('the document of each everyday tool compiles', async () => {
  const names = await loadToolNames();
  expect(names.ok && names.value.length).toBeGreaterThanOrEqual(60);
  for (const name of names.ok ? names.value : []) {
    const text = await loadToolText(name);
    const { tool } = parseTool(text.ok ? text.value : '');
    expect(tool?.name).toBe(name);
  }
});

test.each(['nothing-of-that-name', '__proto__'])('there is no document of %s', async (name) => {
  expect(await loadToolText(name)).toStrictEqual({ ok: false, reason: `There is no document of ${name}.` });
});
