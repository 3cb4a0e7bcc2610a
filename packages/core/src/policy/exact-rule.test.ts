import { expect, test } from 'vitest';
import { mapToCommand } from '../commands/commands-by-name.ts';
import { toolWith } from '../testing/documents.ts';
import type { AtipOption } from '../types/tool.ts';
import { ruleWords } from './check-policy.ts';
import { exactRule } from './exact-rule.ts';

const flag = (name: string, more: Partial<AtipOption> = {}): AtipOption => ({
  ...{ name, flags: [`--${name}`], type: 'boolean', description: name },
  ...more,
});
const FORCES = { destructive: true, 'x-kind': 'force' };
const TOOL = toolWith(
  {
    push: {
      description: 'Sends; options, and one kind of value, destroy',
      effects: { network: true, destructive: false, reversible: true, 'x-sends': 'given' },
      arguments: [
        { name: 'repository', type: 'string', description: 'Where', required: false },
        {
          ...{ name: 'refspec', type: 'string', description: 'What', required: false, variadic: true },
          'x-values': [{ match: ':*', effects: { destructive: true, 'x-kind': 'delete' } }],
        },
      ],
      options: [
        flag('force', { 'x-effects': FORCES }),
        flag('lease', { 'x-effects': FORCES }),
        flag('prune', { 'x-effects': { destructive: true } }),
        flag('tags'),
      ],
    },
    store: {
      description: 'Writes',
      effects: { destructive: false, filesystem: { read: false, write: true, delete: false } },
      arguments: [{ name: 'to', type: 'file', description: 'Where', required: false }],
      options: [flag('quiet')],
    },
  },
  { name: 'git' },
);

test.each([
  ['push', {}, false, 'git push without delete, force, prune'],
  ['push', { tags: true }, false, 'git push without delete, force, prune where tags is true'],
  // Where the kind is given already, the flag of the other option of that kind is named.
  [
    'push',
    { lease: true },
    false,
    'git push without --force, prune, refspec, repository and 1 more where lease is true',
  ],
  ['push', { repository: 'v[1]' }, false, 'git push without delete, force, prune where repository is "v[1]"'],
  ['store', {}, false, 'git store without to'],
  ['store', { to: 'a' }, false, 'git store where to is a'],
  ['store', { to: 'a' }, true, 'git store without quiet where to is a'],
])('%s %j, unstated %s: %s', (command, args, isUnstated, words) => {
  const rule = exactRule({ command: mapToCommand(`git_${command}`, [TOOL]), args, isUnstated });
  expect(rule && ruleWords(rule)).toBe(words);
});

test('a list has no exact rule', () => {
  const command = mapToCommand('git_push', [TOOL]);
  expect(exactRule({ command, args: { refspec: ['a', 'b'] }, isUnstated: false })).toBeUndefined();
});
