import { expect, test } from 'vitest';
import { commandNames, toCommandName } from './name-command.ts';

test.each<[string[], string[]]>([
  [[], ['']],
  [['pr'], ['pr']],
  [
    ['pr', 'create'],
    ['pr', 'pr create'],
  ],
  [
    ['two words', 'x'],
    ['two', 'two words', 'two words x'],
  ],
  [
    ['delete ', ' \t', '\nnow'],
    ['delete', 'delete now'],
  ],
  [['__proto__'], ['__proto__']],
])('%j is called %j', (path, names) => {
  expect(commandNames(path)).toStrictEqual(names);
});

test('a name is compared without its spaces', () => {
  expect(toCommandName('  gh \t repo\n')).toBe('gh repo');
});
