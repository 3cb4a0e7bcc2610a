import type { AtipTool } from '@atip/core';
import { expect, test } from 'vitest';
import { placeLabel } from './place-label.ts';

const TOOL: AtipTool = {
  atip: '0.4',
  name: 'gh',
  version: '1',
  description: 'GitHub',
  globalOptions: [{ name: 'host', flags: ['--host'], type: 'string', description: 'Host' }],
  commands: {
    '': { description: 'Itself', arguments: [{ name: 'file', type: 'file', description: 'File' }] },
    pr: {
      description: 'Pull requests',
      commands: {
        create: {
          description: 'Create',
          options: [{ name: 'title', flags: ['--title'], type: 'string', description: 'Title' }],
        },
      },
    },
  },
};

test.each([
  ['', 'gh'],
  ['/authentication', 'authentication'],
  ['/globalOptions/0', '--host'],
  ['/globalOptions/0/enum', '--host › enum'],
  ['/commands//arguments/0/type', 'gh › file › type'],
  ['/commands/pr', 'pr'],
  ['/commands/pr/commands/create/effects/network', 'pr create › effects.network'],
  ['/commands/pr/commands/create/options/0/default', 'pr create › --title › default'],
  ['/commands/pr/commands/create/options/7', 'pr create › options.7'],
  ['/commands/gone/options/0', 'gone › options.0'],
])('%j is %j', (pointer, label) => {
  expect(placeLabel(TOOL, pointer)).toBe(label);
});
