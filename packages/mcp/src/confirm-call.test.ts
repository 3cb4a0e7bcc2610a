import { execFileSync } from 'node:child_process';
import { mapToCommand } from '@atip/core/execute';
import { expect, test } from 'vitest';
import { atipRunLine } from './confirm-call.ts';

const option = (name: string, type: 'string' | 'boolean' | 'array') => ({
  ...{ name, type, flags: [`--${name}`], description: name },
});
const TOOL = {
  ...{ atip: { version: '0.4' }, name: 'demo', version: '1', description: 'Demo' },
  commands: {
    wipe: {
      description: 'Wipes',
      options: [
        option('text', 'string'),
        option('force', 'boolean'),
        option('tag', 'array'),
        option('token', 'string'),
        { ...option('text', 'string'), name: '--policy' },
      ],
    },
  },
};
const MAPPING = mapToCommand('demo_wipe', [TOOL]);

const line = (args: Record<string, unknown>): string =>
  atipRunLine({ call: { id: '1', name: 'demo_wipe', arguments: args }, mapping: MAPPING });

test.each<[string, Record<string, unknown>, string]>([
  ['nothing', {}, 'atip run demo_wipe'],
  ['plain values', { text: 'a.txt', force: true, tag: null }, 'atip run demo_wipe text=a.txt force=true'],
  ['a list', { tag: ['a', 'b'] }, `atip run demo_wipe 'tag=["a","b"]'`],
  [
    'what a shell would read',
    { text: "'; $(touch x) `id` !!" },
    `atip run demo_wipe 'text='\\''; $(touch x) \`id\` !!'`,
  ],
  ['a parameter that is called as an option of ours', { '--policy': 'open' }, 'atip run demo_wipe -- --policy=open'],
  ['a secret', { token: 'hunter2hunter2hunter2' }, "atip run demo_wipe 'token=[REDACTED]'"],
  ['a line break', { text: 'a\nrm -rf ~' }, 'atip run demo_wipe …'],
  ['what is drawn as nothing', { text: 'a\u202eb' }, 'atip run demo_wipe …'],
  ['more than a person compares', { text: 'x'.repeat(700) }, 'atip run demo_wipe …'],
])('%s', (_name, args, expected) => {
  expect(line(args)).toBe(expected);
});

test('a shell reads it as the words that were meant, and runs nothing else', () => {
  const text = `'"\\'; $(echo ran) \`echo ran\` & * ~ | > x`;
  const script = `atip() { printf '%s\\n' "$@"; }; ${line({ text })}`;
  expect(execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' })).toBe(`run\ndemo_wipe\ntext=${text}\n`);
});
