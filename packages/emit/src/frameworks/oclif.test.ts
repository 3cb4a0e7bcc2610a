import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Config } from '@oclif/core';
import { expect, onTestFinished, test } from 'vitest';
import { describe as describeDocument } from '../testing/describe.ts';

const COMMANDS = {
  'remote:add': {
    id: 'remote:add',
    aliases: ['remote:new', 'radd'],
    summary: 'Adds one to <%= config.bin %>',
    args: {
      name: { name: 'name', required: true, description: 'Short' },
      kind: { name: 'kind', options: ['ssh', 'http'], default: 'ssh' },
    },
    flags: {
      force: {
        name: 'force',
        type: 'boolean',
        char: 'f',
        allowNo: true,
        description: 'Writes over',
        exclusive: ['tags'],
      },
      tags: { name: 'tags', type: 'option', multiple: true, delimiter: ',', dependsOn: ['force'] },
      to: {
        name: 'to',
        type: 'option',
        env: 'NOTES_TO',
        required: true,
        helpValue: '<dir>',
        aliases: ['into'],
        deprecated: true,
      },
    },
    examples: [
      '$ <%= config.bin %> <%= command.id %> home',
      { command: '<%= config.bin %> remote add', description: 'Asks' },
    ],
  },
  list: { id: 'list', description: 'Prints all\nSecond line', strict: false, hidden: true, args: {}, flags: {} },
};

function layProgram(): string {
  const root = mkdtempSync('/var/tmp/atip-oclif-');
  onTestFinished(() => rmSync(root, { recursive: true }));
  const oclif = {
    bin: 'notes',
    topicSeparator: ' ',
    commands: './commands',
    topics: { remote: { description: 'Other machines' } },
  };
  writeFileSync(
    join(root, 'package.json'),
    JSON.stringify({ name: 'notes', version: '1.0.0', description: 'Keeps notes', oclif }),
  );
  writeFileSync(join(root, 'oclif.manifest.json'), JSON.stringify({ version: '1.0.0', commands: COMMANDS }));
  return root;
}

const ADD = {
  description: 'Adds one to notes',
  arguments: [
    { name: 'name', type: 'string', description: 'Short', required: true },
    { name: 'kind', type: 'enum', description: '', required: false, enum: ['ssh', 'http'], default: 'ssh' },
  ],
  options: [
    {
      name: 'force',
      flags: ['-f', '--force', '--no-force'],
      type: 'boolean',
      description: 'Writes over',
      'x-exclusive': ['--tags'],
    },
    {
      name: 'tags',
      flags: ['--tags'],
      type: 'array',
      description: '',
      'x-list-separator': ',',
      'x-depends': ['--force'],
    },
    {
      name: 'to',
      flags: ['--to', '--into'],
      type: 'directory',
      description: '',
      required: true,
      envVar: 'NOTES_TO',
      'x-deprecated': true,
    },
  ],
  examples: ['notes remote add home', 'notes remote add'],
};

test('a program of oclif, by its manifest', async () => {
  const config = await Config.load(layProgram());
  expect(await describeDocument(config, { 'remote add': { network: true } })).toStrictEqual({
    told: [],
    tool: {
      atip: { version: '0.4', features: ['partial-discovery', 'interactive-effects', 'trust-v1'] },
      name: 'notes',
      version: '1.0.0',
      description: 'Keeps notes',
      trust: { source: 'native' },
      'x-end-of-options': true,
      commands: {
        remote: {
          description: 'Other machines',
          commands: { add: { ...ADD, 'x-aliases': ['new'], effects: { network: true } } },
        },
        radd: { ...ADD, 'x-deprecated': true, effects: { network: true } },
        list: {
          description: 'Prints all',
          arguments: [{ name: 'arguments', type: 'string', description: '', required: false, variadic: true }],
          'x-deprecated': true,
        },
      },
    },
  });
});
