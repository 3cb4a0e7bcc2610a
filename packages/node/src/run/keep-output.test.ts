// needs: bwrap
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import type { AtipTool } from '@atip/core';
import { expect, test } from 'vitest';
import { createDirectoryOutsideTmp, createTemporaryDirectory } from '../testing/temporary-directory.ts';
import { createExecutor } from './create-executor.ts';
import { createOutputFiles, readOnSentence } from './keep-output.ts';

const effects = { network: false, filesystem: { read: true, write: false } };
const file = { name: 'file', type: 'file', description: 'd' } as const;
const LISTER: AtipTool = {
  ...{ atip: { version: '0.4' }, name: 'lister', version: '1', description: 'd', effects },
  commands: { all: { description: 'd' }, json: { description: 'd' } },
};
const SED: AtipTool = {
  ...{ atip: { version: '0.4' }, name: 'sed', version: '1', description: 'd' },
  commands: {
    '': {
      description: 'd',
      arguments: [{ name: 'script', type: 'string', description: 'd', required: true }, file],
      options: [{ name: 'quiet', flags: ['-n'], type: 'boolean', description: 'd' }],
      effects,
    },
  },
};
const SCRIPT = `#!/bin/sh
if [ "$1" = json ]; then printf '['; seq -s, 1 40000; printf ']'; exit; fi
seq 1 30000; echo 'password=hunter2hunter2'; seq 30001 60000; echo broken >&2; exit 3
`;

async function prepare() {
  const { at, script } = await createDirectoryOutsideTmp();
  mkdirSync(at('home/project'), { recursive: true });
  await script('bin/lister', SCRIPT);
  const env = { PATH: `${at('bin')}:/usr/bin:/bin`, HOME: at('home') };
  return {
    at,
    config: { tools: [LISTER, SED], policy: { byTrust: false }, env, execution: { cwd: at('home/project') } },
  };
}

test('a model reads on in the file that it is told of, redacted and for this user alone', async () => {
  const { at, config } = await prepare();
  const executor = createExecutor(config);
  const { content } = await executor.execute({ id: '1', name: 'lister_all', arguments: {} });
  const [notice = '', name = '', words = ''] =
    /\[Lines .* are left out here\. The output is in \/tmp\/(\S+)\. Read on with: (sed .*)\]/.exec(content) ?? [];
  expect(content.slice(0, 13)).toBe('broken\n1\n2\n3\n');
  expect(content.slice(-32)).toBe('59998\n59999\n60000\n[Exit code: 3]');
  expect(notice.replaceAll(name, 'FILE')).toBe(
    '[Lines 4103 to 56878 of 60002 are left out here. The output is in /tmp/FILE. Read on with: sed -n 4103,4502p /tmp/FILE]',
  );
  const [directory = ''] = readdirSync(at('home/.local/state/agent-tools/tmp'));
  const kept = at(`home/.local/state/agent-tools/tmp/${directory}/tmp/${name}`);
  expect(readFileSync(kept, 'utf8').split('\n').slice(30_000, 30_003)).toStrictEqual([
    '30000',
    'password=[REDACTED]',
    '30001',
  ]);
  expect(statSync(kept).mode & 0o777).toBe(0o600);
  const [, , script = '', path = ''] = words.split(' ');
  const next = { script, quiet: true, file: path };
  const { content: read } = await executor.execute({ id: '2', name: 'sed', arguments: next });
  expect(read.startsWith('4102\n4103\n')).toBe(true);
  expect(read.endsWith('\n4501\n[Exit code: 0]')).toBe(true);
});

test.each([
  ['a run has a /tmp of its own', { tmp: null }],
  ['nothing holds it', { policy: { sandbox: 'off' as const, byTrust: false } }],
])('where %s, nothing is kept, and nothing says so', async (_name, more) => {
  const { config } = await prepare();
  const executor = createExecutor({ ...config, ...more });
  const { content } = await executor.execute({ id: '1', name: 'lister_json', arguments: {} });
  expect(content.slice(-117)).toMatch(
    /more items left out\]"\n\]\n\[The JSON above is shortened, and says where\.\]\n\[Exit code: 0\]$/,
  );
});

test('a name that a program took, by a link, is not written to', async () => {
  const { at } = await createTemporaryDirectory();
  writeFileSync(at('victim'), 'mine');
  mkdirSync(at('tmp'));
  const files = createOutputFiles(() => 'taken');
  symlinkSync(at('victim'), at('tmp/output-taken.txt'));
  expect(files.keep({ text: 'new', kind: 'text' }, { at: '/tmp', source: at('tmp') })).toBeUndefined();
  expect(readFileSync(at('victim'), 'utf8')).toBe('mine');
});

test('the oldest goes with the twenty-first', async () => {
  const { at } = await createTemporaryDirectory();
  const files = createOutputFiles();
  const paths = Array.from({ length: 21 }, (_, index) =>
    files.keep({ text: String(index), kind: 'json' }, { at: '/tmp', source: at('.') }),
  );
  const names = readdirSync(at('.')).map((name) => `/tmp/${name}`);
  expect(names.sort()).toStrictEqual(paths.slice(1).sort());
});

test.each([
  [[SED], 'The output is in /tmp/x. Read on with: sed -n 5,9p /tmp/x'],
  [[], 'The output is in /tmp/x.'],
  [[LISTER], 'The output is in /tmp/x.'],
])('only a command of an offered tool is named', (tools, sentence) => {
  expect(readOnSentence('/tmp/x', { text: '', kind: 'text', missing: { first: 5, last: 9 } }, tools)).toBe(sentence);
});
