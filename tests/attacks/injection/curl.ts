import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Target } from './target.ts';
import { readDocument } from './read-document.ts';
import { SECRET } from './scene.ts';

const ADDRESSES = { name: 'urls', type: 'url', variadic: true, description: 'What to get' };
const NETWORK = { filesystem: { read: true, write: false, delete: false }, network: true, destructive: false };

/**
 * curl, whose long options take their value as an element of its own. The words `--globoff` and `--form` stand for two ways
 * to describe it: one address language and form values that are text, or every option as the manual has it.
 */
export const CURL: Target = {
  tool: readDocument({
    name: 'curl',
    description: 'Fetch',
    'x-value-style': 'space',
    'x-end-of-options': true,
    commands: {
      '': {
        description: 'Fetch addresses of the web',
        arguments: [{ ...ADDRESSES, 'x-schemes': ['https', 'http'] }],
        options: [
          {
            name: 'header',
            flags: ['-H', '--header'],
            type: 'array',
            description: 'Header',
            'x-at-file': true,
            'x-one-line': true,
          },
          { name: 'agent', flags: ['-A', '--user-agent'], type: 'string', description: 'Name', 'x-one-line': true },
          {
            name: 'request',
            flags: ['-X', '--request'],
            type: 'enum',
            enum: ['GET', 'POST', 'PUT'],
            description: 'Method',
          },
          { name: 'data', flags: ['-d', '--data'], type: 'string', description: 'Body', 'x-at-file': true },
          { name: 'raw', flags: ['--data-raw'], type: 'string', description: 'Body as it is' },
          { name: 'field', flags: ['--form-string'], type: 'array', description: 'name=value' },
          { name: 'time', flags: ['-m', '--max-time'], type: 'integer', description: 'Seconds' },
        ],
        effects: NETWORK,
      },
      '--silent': {
        description: 'As the manual has it, with types but without hints',
        arguments: [ADDRESSES],
        options: [
          { name: 'form', flags: ['-F', '--form'], type: 'array', description: 'name=value, name=@file, name=<file' },
        ],
        effects: NETWORK,
      },
    },
  }),
  prepare: async (scene) => {
    await writeFile(join(scene.work, 'config'), `url = "http://${scene.server.host}/"\noutput = "pwned"\n`);
    await writeFile(join(scene.work, 'header'), `X-Secret: ${SECRET}\n`);
  },
};
