// needs: bwrap
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { ATIP } from '../atip.ts';

const run = promisify(execFile);
/** The last one for Node 20. It finds its own package.json only from here. */
const INSPECTOR = join(ROOT, 'tests/node_modules/@modelcontextprotocol/inspector-cli/build');

let root: string;

beforeAll(async () => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'atip-inspector-')));
  mkdirSync(join(root, 'work'));
  writeFileSync(join(root, 'work/a.txt'), 'one\n');
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The inspector's output for an answer of `atip mcp`. */
async function inspect(...words: readonly string[]): Promise<unknown> {
  const server = [process.execPath, ATIP, 'mcp', '--cwd', join(root, 'work'), '--tools', 'cat,rm', 'git:status'];
  const env = { HOME: root, PATH: '/usr/bin:/bin', XDG_DATA_DIRS: root };
  const { stdout } = await run(process.execPath, [join(INSPECTOR, 'index.js'), ...server, ...words], {
    ...{ cwd: INSPECTOR, env },
  });
  return JSON.parse(stdout);
}

test('the inspector lists the commands that were named, and runs one', async () => {
  expect(await inspect('--method', 'tools/list')).toMatchObject({
    tools: [{ name: 'cat' }, { name: 'git_status' }, { name: 'rm', annotations: { destructiveHint: true } }],
  });
  const call = ['--method', 'tools/call', '--tool-name'];
  expect(await inspect(...call, 'cat', '--tool-arg', 'file=["a.txt"]')).toStrictEqual({
    content: [{ type: 'text', text: 'one\n[Exit code: 0]' }],
    structuredContent: {
      ...{ exitCode: 0, stdout: 'one\n', stderr: '' },
      ...{ truncated: false, timedOut: false, sandboxed: true, notes: [] },
    },
    isError: false,
  });
  expect(await inspect(...call, 'rm', '--tool-arg', 'file=["a.txt"]')).toMatchObject({
    content: [{ text: expect.stringContaining('this client cannot ask its person (MCP elicitation)') }],
    isError: true,
  });
});

test('the inspector reads resources, and lists prompts', async () => {
  expect(await inspect('--method', 'resources/list')).toMatchObject({
    resources: ['record', 'context', 'tools/cat', 'tools/git', 'tools/rm'].map((path) => ({ uri: `atip://${path}` })),
  });
  expect(await inspect('--method', 'resources/read', '--uri', 'atip://record')).toStrictEqual({
    contents: [{ uri: 'atip://record', mimeType: 'application/json', text: '[]' }],
  });
  expect(await inspect('--method', 'prompts/list')).toStrictEqual({ prompts: [] });
});
