import { Command, Option } from 'commander';
import { expect, test } from 'vitest';
import { describeProgram } from './describe-program.ts';

test('what the help hides is hidden here, and a command that is called help is not', () => {
  const program = new Command('demo').description('Shows something').version('1.2.3');
  program.command('secret', { hidden: true }).description('Hidden');
  const group = program.command('reading').description('Reads from elsewhere');
  group.command('help').description('From help').addOption(new Option('--hidden', 'Hidden').hideHelp());
  expect(describeProgram(program)).toStrictEqual({
    atip: { version: '0.4', features: ['partial-discovery', 'interactive-effects', 'trust-v1'] },
    name: 'demo',
    version: '1.2.3',
    description: 'Shows something',
    trust: { source: 'native' },
    'x-end-of-options': true,
    commands: {
      reading: { description: 'Reads from elsewhere', commands: { help: { description: 'From help' } } },
    },
  });
});
