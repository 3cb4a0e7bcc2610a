import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as core from '@atip/core';
import { expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';

const DOCUMENT = JSON.stringify({
  atip: { version: '0.4' },
  name: 'git',
  version: '2.47.0',
  description: 'Track the history of files',
  commands: {
    log: {
      description: 'List commits',
      options: [{ name: 'max-count', flags: ['-n', '--max-count'], type: 'integer', description: 'How many' }],
      effects: { filesystem: { write: false }, network: false, destructive: false },
    },
  },
});

const RESPONSE = {
  choices: [
    {
      message: {
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'git_log', arguments: '{"max-count":5}' } }],
      },
    },
  ],
};

test("the README's example runs as it stands and prints what it says", () => {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const block = /```ts\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
  const body = block.replace(/^import (\{[^}]*\}) from '@atip\/core';$/m, 'const $1 = core;');
  expect(body).not.toContain('import ');
  const printed: unknown[] = [];
  const log = { log: (value: unknown) => printed.push(value) };
  new Function('core', 'documentText', 'response', 'console', body)(core, DOCUMENT, RESPONSE, log);
  expect(printed).toStrictEqual([['git', 'log', '--max-count=5']]);
});
