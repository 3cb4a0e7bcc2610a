import { expect, test } from 'vitest';
import { fromFig } from './from-fig.ts';

/** As Fig has it: functions where values are computed, one thing or a list of things everywhere. */
const BOX = {
  name: ['box', 'bx'],
  description: 'Keeps boxes',
  parserDirectives: { flagsArePosixNoncompliant: true },
  options: [
    { name: ['-v', '--verbose'], description: 'Says more', isPersistent: true },
    { name: '--version', description: 'Prints the version' },
  ],
  subcommands: [
    {
      name: ['remove', 'rm'],
      description: 'Removes boxes',
      isDangerous: true,
      options: [
        { name: ['-f', '--force'], description: 'Never asks', isDangerous: true },
        { name: '--format=', args: { name: 'format', suggestions: ['json', { name: 'text', description: 'Lines' }] } },
        { name: '--dry-run', exclusiveOn: ['--force'], dependsOn: ['--format'], hidden: true },
        { name: ['-x', '--exec'], args: { name: 'program', isCommand: true }, requiresSeparator: true },
        { name: '--pair', args: [{ name: 'a' }, { name: 'b' }] },
        { name: '--' },
        { description: 'has no name' },
      ],
      args: { name: 'box', isVariadic: true, generators: { custom: () => [] } },
    },
    {
      name: 'run',
      args: { name: 'script', isScript: true, template: 'filepaths' },
      deprecated: { description: 'old' },
    },
    { name: 'compose', loadSpec: 'box-compose' },
    { name: 'self', description: 'Box again', loadSpec: 'box' },
    { name: 'made', generateSpec: () => ({}) },
    { description: 'has no name' },
  ],
};
const COMPOSE = {
  name: 'box-compose',
  description: 'Composes',
  subcommands: [{ name: 'up', options: [{ name: '-d' }] }],
};

test('a specification with everything in it', () => {
  const { tool, issues } = fromFig(BOX, {
    file: 'box',
    version: '2.1',
    load: (name) => ({ box: BOX, 'box-compose': COMPOSE })[name],
  });
  expect(tool).toStrictEqual({
    atip: { version: '0.4' },
    name: 'box',
    version: '2.1',
    description: 'Keeps boxes',
    trust: { source: 'community' },
    globalOptions: [{ name: 'verbose', flags: ['-v', '--verbose'], description: 'Says more', type: 'boolean' }],
    commands: {
      '': {
        description: 'Keeps boxes',
        options: [{ name: 'version', flags: ['--version'], description: 'Prints the version', type: 'boolean' }],
        'x-aliases': ['bx'],
      },
      remove: {
        description: 'Removes boxes',
        arguments: [{ name: 'box', description: '', type: 'string', variadic: true }],
        options: [
          {
            name: 'force',
            flags: ['-f', '--force'],
            description: 'Never asks',
            type: 'boolean',
            'x-effects': { destructive: true },
          },
          { name: 'format', flags: ['--format'], description: '', type: 'enum', enum: ['json', 'text'] },
          {
            name: 'dry-run',
            flags: ['--dry-run'],
            description: '',
            type: 'boolean',
            'x-deprecated': true,
            'x-exclusive': ['--force'],
            'x-depends': ['--format'],
          },
          {
            name: 'exec',
            flags: ['-x', '--exec'],
            description: '',
            type: 'string',
            'x-value-style': 'equals',
            'x-effects': { subprocess: true },
          },
        ],
        'x-end-of-options': true,
        effects: { destructive: true },
        'x-aliases': ['rm'],
      },
      run: {
        description: '',
        arguments: [{ name: 'script', description: '', type: 'file' }],
        effects: { subprocess: true },
        'x-deprecated': true,
      },
      compose: {
        description: 'Composes',
        commands: {
          up: { description: '', options: [{ name: 'd', flags: ['-d'], description: '', type: 'boolean' }] },
        },
      },
      self: { description: 'Box again' },
      made: { description: '' },
    },
  });
  expect(issues.map(({ code, path, message }) => [code, path, Number.parseInt(message, 10)])).toStrictEqual([
    ['import-lost-directive', '', 1],
    ['import-lost-generator', '/commands/remove', 1],
    ['import-lost-value-text', '/commands/remove', 1],
    ['import-lost-values', '/commands/remove', 1],
    ['import-lost-option', '/commands/remove', 1],
    ['import-lost-load', '/commands/self', 2],
    ['import-lost-command', '', 1],
  ]);
});

test('a group that is dangerous says so of everything below it, and a stub stays dangerous', () => {
  const { tool } = fromFig(
    { name: 'x', subcommands: [{ name: 'wipe', isDangerous: true, loadSpec: 'wipe' }] },
    { load: () => ({ name: 'wipe', isDangerous: false, subcommands: [{ name: 'disk' }] }) },
  );
  expect(tool.commands).toStrictEqual({
    wipe: { description: '', effects: { destructive: true }, commands: { disk: { description: '' } } },
  });
});

test('specifications that load each other end, also when each load makes a new object', () => {
  const load = (name: string): unknown => ({
    name,
    subcommands: [{ name: 'again', loadSpec: name === 'a' ? 'b' : 'a' }],
  });
  const { tool, issues } = fromFig(load('a'), { load });
  const again = { description: '', commands: { again: { description: '' } } };
  expect(tool.commands).toStrictEqual({ again: { description: '', commands: { again } } });
  expect(issues.map(({ code }) => code)).toStrictEqual(['import-lost-load']);
});

test('the name of a file stands in for one that is missing, without its scope', () => {
  expect(fromFig({ name: '@scope/tool' }).tool.name).toBe('tool');
  expect(fromFig({}, { file: 'git' }).tool.name).toBe('git');
  expect(fromFig({}, { name: 'given' }).tool.name).toBe('given');
  expect(fromFig({}).issues.map(({ code }) => code)).toStrictEqual(['import-no-name']);
});

test.each([false, true])('texts lose what people cannot see, and an issue says so (whole: %s)', (whole) => {
  const description = 'Prints a\u0000 box\u200b';
  const { tool, issues } = fromFig({ name: 'box', description, options: [{ name: '-v', description }] }, { whole });
  expect([tool.description, tool.commands?.['']?.options?.[0]?.description]).toStrictEqual([
    'Prints a box',
    'Prints a box',
  ]);
  expect(issues.map(({ code, message }) => [code, Number.parseInt(message, 10)])).toContainEqual(['import-hidden', 3]);
});
