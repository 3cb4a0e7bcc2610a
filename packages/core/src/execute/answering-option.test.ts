import { mapToCommand } from '../commands/map-to-command.ts';
import { toolWith } from '../testing/documents.ts';
import type { AtipOption } from '../types/tool.ts';
import { answeringOption, isAnswered } from './check-call.ts';
import { expect, test } from 'vitest';

function mappingWith(flags: string[], more: Partial<AtipOption> = {}) {
  const option: AtipOption = { name: 'o', flags, type: 'boolean', description: '', ...more };
  const argument = { name: '--yes', type: 'boolean' as const, description: '' };
  return mapToCommand('tool_x', [toolWith({ x: { description: 'X', arguments: [argument], options: [option] } })]);
}

test.each<[string[], Partial<AtipOption>, boolean]>([
  [['-y', '--yes'], {}, true],
  [['-y', '--yes', '--assume-yes'], {}, true],
  [['-n', '--non-interactive'], {}, true],
  [['--no-input'], {}, true],
  [['-auto-approve'], {}, true],
  [['--yes', '--force'], {}, false],
  [['-f', '--force'], {}, false],
  [['--interactive', '--no-interactive'], {}, false],
  [['--no-input'], { name: 'input' }, false],
  [['-f'], {}, false],
  [['--yes-really-delete'], {}, false],
  [['--yes'], { type: 'string' }, false],
])('%j %j answers: %s', (flags, more, answers) => {
  const mapping = mappingWith(flags, more);
  expect(answeringOption(mapping)?.pointer).toBe(answers ? '/options/0' : undefined);
  expect(isAnswered(mapping, { [more.name ?? 'o']: true })).toBe(answers);
});

test.each([undefined, false, null, 'true', 1])('given %j answers nothing', (o) => {
  expect(isAnswered(mappingWith(['--yes']), { o })).toBe(false);
});
