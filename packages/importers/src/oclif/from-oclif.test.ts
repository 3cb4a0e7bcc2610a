import { expect, test } from 'vitest';
import { fromOclif } from './from-oclif.ts';

const MANIFEST = {
  version: '8.1.0',
  commands: {
    apps: { id: 'apps', description: 'list your apps', flags: {}, args: {}, hiddenAliases: [], strict: true },
    'apps:create': {
      id: 'apps:create',
      aliases: ['create'],
      summary: 'create an app with <%= config.bin %> <%- command.id %><%= config.dirname %>',
      description: 'A longer text.',
      examples: [
        'Make one:\n$ <%= config.bin %> <%= command.id %> mine',
        { description: 'With a team', command: '<%= config.bin %> <%= command.id %> -t a' },
      ],
      args: {
        app: { name: 'app', description: 'name of app', required: true },
        stack: { name: 'stack', options: ['one', 'two'], default: 'one' },
      },
      flags: {
        team: {
          name: 'team',
          char: 't',
          type: 'option',
          env: 'TEAM',
          multiple: false,
          description: 'team to use',
          dependsOn: ['region'],
        },
        region: { name: 'region', type: 'option', required: true, options: ['eu', 'us'], exclusive: ['space'] },
        space: {
          name: 'space',
          type: 'option',
          multiple: true,
          default: ['a', 'b'],
          aliases: ['room'],
          charAliases: ['r'],
        },
        wait: {
          name: 'wait',
          type: 'boolean',
          allowNo: true,
          default: true,
          relationships: [{ type: 'all', flags: ['team'] }],
        },
        out: { name: 'out', type: 'option', helpValue: '<file>', required: true, default: 'x.txt' },
        old: { name: 'old', type: 'boolean', hidden: true },
        gone: { name: 'gone', type: 'boolean', deprecated: { message: 'use --old' } },
        odd: { name: 'odd', type: 'option', default: { a: 1 } },
        'a b': { name: 'a b', type: 'boolean' },
      },
    },
    'apps:exec': { state: 'deprecated', strict: false, '--': false, args: [{ name: 'program', required: true }] },
    run: { strict: false },
  },
  topics: { apps: { description: 'manage apps' } },
};

const CREATE = {
  description: 'create an app with shop apps create',
  arguments: [
    { name: 'app', type: 'string', description: 'name of app' },
    { name: 'stack', type: 'enum', enum: ['one', 'two'], description: '', default: 'one', required: false },
  ],
  options: [
    {
      name: 'team',
      flags: ['-t', '--team'],
      description: 'team to use',
      type: 'string',
      envVar: 'TEAM',
      'x-depends': ['--region'],
    },
    {
      name: 'region',
      flags: ['--region'],
      description: '',
      type: 'enum',
      enum: ['eu', 'us'],
      required: true,
      'x-exclusive': ['--space'],
    },
    { name: 'space', flags: ['-r', '--space', '--room'], description: '', type: 'array', default: ['a', 'b'] },
    { name: 'wait', flags: ['--wait', '--no-wait'], description: '', type: 'boolean', default: true },
    { name: 'out', flags: ['--out'], description: '', type: 'file', default: 'x.txt' },
    { name: 'old', flags: ['--old'], description: '', type: 'boolean', 'x-deprecated': true },
    { name: 'gone', flags: ['--gone'], description: '', type: 'boolean', 'x-deprecated': true },
    { name: 'odd', flags: ['--odd'], description: '', type: 'string' },
  ],
  examples: ['shop apps create mine', 'shop apps create -t a'],
  'x-end-of-options': true,
  'x-aliases': ['create'],
};

test('a manifest with everything in it, of a program that separates by spaces', () => {
  const { tool, issues } = fromOclif(MANIFEST, { name: 'shop', topicSeparator: ' ' });
  expect(tool).toStrictEqual({
    atip: { version: '0.4' },
    name: 'shop',
    version: '8.1.0',
    description: 'The program shop',
    trust: { source: 'community' },
    commands: {
      apps: {
        description: 'list your apps',
        commands: {
          '': { description: 'list your apps', 'x-end-of-options': true },
          create: CREATE,
          exec: {
            description: '',
            arguments: [{ name: 'program', type: 'string', description: '', variadic: true }],
            'x-deprecated': true,
          },
        },
      },
      run: {
        description: '',
        arguments: [{ name: 'arguments', type: 'string', description: '', required: false, variadic: true }],
        'x-end-of-options': true,
      },
    },
  });
  expect(issues.map(({ code, path, message }) => [code, path, Number.parseInt(message, 10)])).toStrictEqual([
    ['import-lost-relation', '/commands/apps/commands/create', 1],
    ['import-lost-default', '/commands/apps/commands/create', 1],
    ['import-lost-option', '/commands/apps/commands/create', 1],
    ['import-lost-template', '/commands/apps/commands/create', 1],
  ]);
});

test('nothing shows the separator: ids stay one word, and that is said', () => {
  const { tool, issues } = fromOclif(MANIFEST, { name: 'shop' });
  expect(Object.keys(tool.commands ?? {})).toStrictEqual(['apps', 'apps:create', 'apps:exec', 'run']);
  expect(tool.commands?.['apps:create']?.examples?.[0]).toBe('shop apps:create mine');
  expect(issues[0]?.code).toBe('import-assumed-separator');
});

test.each([
  ['$ shop apps:create mine', ['apps:create']],
  ['$ shop apps create mine', ['apps']],
])('an example shows the separator: %s', (example, keys) => {
  const { tool, issues } = fromOclif({ commands: { 'apps:create': { examples: [example] } } }, { name: 'shop' });
  expect(Object.keys(tool.commands ?? {})).toStrictEqual(keys);
  expect(issues).toStrictEqual([]);
});

test('a program with one command', () => {
  const manifest = { commands: { '.': { description: 'does it', flags: { force: { char: 'f', type: 'boolean' } } } } };
  expect(fromOclif(manifest, { name: 'one' }).tool.commands).toStrictEqual({
    '': {
      description: 'does it',
      options: [{ name: 'force', flags: ['-f', '--force'], description: '', type: 'boolean' }],
      'x-end-of-options': true,
    },
  });
});

test('hidden classes are no commands, and that is told', () => {
  const commands = { base: { id: 'base', hidden: true }, list: { id: 'list', description: 'List them' } };
  const { tool, issues } = fromOclif({ commands }, { name: 'app' });
  expect(Object.keys(tool.commands ?? {})).toStrictEqual(['list']);
  expect(issues.map(({ code }) => code)).toContain('import-hidden');
});
