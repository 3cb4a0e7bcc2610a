import { compile, PROVIDERS } from '@atip/core';
import { expect, test } from 'vitest';
import { toolParts } from './tool-parts.ts';

const TOOL = {
  atip: { version: '0.4' },
  name: 'say',
  version: '1.0.0',
  description: 'Says',
  commands: {
    it: {
      description: 'Says it',
      arguments: [{ name: 'what', type: 'string', description: 'What', required: true }],
      effects: { network: false },
    },
  },
} as const;

test.each(PROVIDERS)('the parts of a tool for %s', (provider) => {
  const [tool] = compile([JSON.parse(JSON.stringify(TOOL))], provider).tools;
  const { name, description, properties, required } = toolParts(tool);
  expect([name, description]).toStrictEqual(['say_it', 'Says it']);
  expect(properties).toStrictEqual([['what', { type: 'string', description: 'What' }]]);
  expect([...required]).toStrictEqual(['what']);
});

test.each([[null], [1], ['a'], [[]], [{}], [{ function: 1, name: 2 }], [{ toolSpec: { inputSchema: 3 } }]])(
  'what is no tool has empty parts: %j',
  (value) => {
    const { name, description, properties } = toolParts(value);
    expect([name, description, properties]).toStrictEqual(['', '', []]);
  },
);
