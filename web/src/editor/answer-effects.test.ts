import { expect, test } from 'vitest';
import { answerEffects, answerSetEffect } from './answer-effects.ts';

const TEXT = `{
  "atip": { "version": "0.4" },
  "name": "gh",
  "version": "1",
  "description": "A demo",
  "commands": {
    "repo": {
      "description": "Work with repositories",
      "effects": { "network": true },
      "commands": {
        "delete": {
          "description": "Delete a repository",
          "effects": { "reversible": true, "interactive": { "stdin": "none" } }
        },
        "view": { "description": "Show it", "effects": { "network": false, "destructive": false } }
      }
    }
  }
}
`;
const DELETE = TEXT.indexOf('"delete"');
const POINTER = '/commands/repo/commands/delete';

function formAt(at: number, text: string = TEXT) {
  const form = answerEffects({ text, at });
  if (!form.ok) throw new Error(form.message);
  const row = (field: string) => form.rows.find((one) => one.field === field);
  return { ...form, row };
}

test.each([
  ['"delete"', POINTER, 'gh repo delete', false],
  ['Delete a repository', POINTER, 'gh repo delete', false],
  ['"Work with', '/commands/repo', 'gh repo', true],
  ['"name"', '', 'gh', true],
])('the command around %s', (words, pointer, name, isGroup) => {
  const form = formAt(TEXT.indexOf(words) + 1);
  expect([form.pointer, form.name, form.isGroup]).toStrictEqual([pointer, name, isGroup]);
});

test('each effect is stated, or above, or silent; silence has a guess with its reason and stays silent', () => {
  const { row } = formAt(DELETE);
  expect(row('reversible')).toMatchObject({ own: true, above: undefined });
  expect(row('network')).toMatchObject({ own: undefined, above: true, from: 'repo' });
  expect(row('destructive')).toMatchObject({
    own: undefined,
    above: undefined,
    guess: { value: true, reason: '"delete" in the name' },
  });
  expect(formAt(TEXT.indexOf('"repo"')).rows.every(({ guess }) => !guess)).toBe(true);
  // Half of what asks is no answer.
  expect(row('interactive')?.own).toBeUndefined();
  // The level above states worse, and that counts.
  expect(formAt(TEXT.indexOf('"view"')).row('network')).toMatchObject({
    own: false,
    above: true,
    from: 'repo',
  });
});

test.each([
  ['destructive', true, '"effects": { "reversible": true, "interactive": { "stdin": "none" }, "destructive": true }'],
  ['filesystem.delete', false, '"interactive": { "stdin": "none" }, "filesystem": { "delete": false } }'],
  ['reversible', false, '"effects": { "reversible": false, "interactive"'],
  ['reversible', undefined, '"effects": { "interactive": { "stdin": "none" } }'],
  ['interactive', true, '"interactive": { "prompts": true }'],
  ['interactive', false, '"interactive": { "stdin": "none", "prompts": false, "tty": false }'],
] as const)('%s becomes %s in the text, and nothing else changes', (field, value, piece) => {
  const text = answerSetEffect({ text: TEXT, pointer: POINTER, field, value });
  expect(text).toContain(piece);
  expect(text.split('\n').filter((line, index) => line !== TEXT.split('\n')[index])).toHaveLength(1);
  expect(formAt(DELETE, text).row(field)).toMatchObject({ own: value });
});

test.each([
  ['no JSON', '{', 0],
  ['a command that was left out', TEXT.replace('"reversible": true', '"reversible": "no"'), DELETE],
])('%s has no form, and is not changed', (_name, text, at) => {
  expect(answerEffects({ text, at }).ok).toBe(false);
  expect(answerSetEffect({ text, pointer: '/commands/none', field: 'network', value: true })).toBe(text);
});
