import { expect, test } from 'vitest';
import { fromProgram } from './from-program.ts';

const QUIET = { destructive: false, network: false, filesystem: { read: false, write: false, delete: false } };

test('names and parameters stay; nothing that would say how safe it is', () => {
  const force = { name: 'force', flags: ['-f'], type: 'boolean', description: 'Go on', 'x-effects': QUIET };
  const { tool, issues } = fromProgram(
    {
      atip: { version: '0.4' },
      name: 'other',
      version: 'one\ntwo',
      description: 'Keeps boxes',
      trust: { source: 'native', verified: true },
      effects: QUIET,
      authentication: { required: false },
      patterns: [{ name: 'p', description: 'd', steps: [] }],
      'x-reads': ['~/.ssh'],
      'x-credentials': ['~/.aws'],
      'x-end-of-options': true,
      globalOptions: [{ ...force, 'x-mode': QUIET }],
      commands: {
        rm: {
          description: 'Remove',
          effects: QUIET,
          arguments: [{ name: 'box', type: 'string', description: '', 'x-values': [{ match: '*', mode: QUIET }] }],
          options: [force],
          'x-aliases': ['remove'],
        },
        group: { description: 'More', effects: QUIET, commands: { list: { description: 'List', effects: QUIET } } },
      },
    },
    { name: 'box' },
  );
  const plain = { name: 'force', flags: ['-f'], type: 'boolean', description: 'Go on' };
  expect(tool).toStrictEqual({
    atip: { version: '0.4' },
    name: 'box',
    version: 'one two',
    description: 'Keeps boxes',
    trust: { source: 'inferred' },
    'x-end-of-options': true,
    globalOptions: [plain],
    commands: {
      rm: {
        description: 'Remove',
        arguments: [{ name: 'box', type: 'string', description: '' }],
        options: [plain],
        'x-aliases': ['remove'],
      },
      group: { description: 'More', commands: { list: { description: 'List' } } },
    },
  });
  expect(issues).toStrictEqual([]);
});

test('a command that nobody could call is left out with a word; what people do not see is gone', () => {
  const { tool, issues } = fromProgram({
    name: 'box',
    description: 'Keeps \u202Eboxes',
    commands: { bad: { description: 'Bad', options: [{ name: 'x', flags: 7 }] }, good: { description: 'Go\u200bod' } },
  });
  expect([tool.description, tool.commands]).toStrictEqual(['Keeps boxes', { good: { description: 'Good' } }]);
  expect(issues).toStrictEqual([
    {
      code: 'import-lost-command',
      severity: 'warning',
      message: 'A command that nobody could call is left out.',
      path: '/commands/bad',
    },
  ]);
});
