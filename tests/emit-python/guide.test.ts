// needs: python3, python3-click, python3-typer
// The guide as its reader follows it: its files are written, its commands run, and what they print is compared.
import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AtipTool, checkTool, flattenCommands, parseTool } from '@atip/core';
import { afterAll, expect, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { readBlocks } from '../docs/read-blocks.ts';
import { AGENT, python } from './python.ts';

const GUIDE = 'docs/guides/speak-atip-other-languages.md';
const blocks = readBlocks(GUIDE);
const directory = mkdtempSync(join(tmpdir(), 'atip-guide-'));
afterAll(() => rmSync(directory, { recursive: true }));

copyFileSync(join(AGENT, 'atip_agent.py'), join(directory, 'atip_agent.py'));
for (const { title, text } of blocks) if (title?.endsWith('.py')) writeFileSync(join(directory, title), text);

function run(line: string): { readonly code: number | null; readonly output: string } {
  const env = { PATH: '/usr/bin:/bin', HOME: directory, PYTHONDONTWRITEBYTECODE: '1' };
  const { status, stdout, stderr } = spawnSync('bash', ['-c', line], { cwd: directory, encoding: 'utf8', env });
  return { code: status, output: `${stdout}${stderr}` };
}

const steps = blocks
  .filter(({ language }) => language === 'console')
  .map(({ text }) => /^\$ (.*)\n([\s\S]*)$/.exec(text) ?? [])
  .map(([, line = '', output = '']) => ({ line, output }));

test.each(steps)('$line', ({ line, output }) => {
  expect(run(line)).toStrictEqual({ code: 0, output });
});

test('there is something to run', () => {
  expect(steps.length).toBe(1);
});

/** The answer of a file of the guide to `--agent`. */
function answer(file: string): AtipTool {
  const { code, stdout, stderr } = python([join(directory, file), '--agent'], { cwd: directory });
  expect([code, stderr]).toStrictEqual([0, '']);
  const { tool, issues } = parseTool(stdout);
  expect(issues).toStrictEqual([]);
  if (tool === undefined) throw new Error('No document.');
  return tool;
}

test.each([
  ['notes.py', ['notes_list', 'notes_add']],
  ['greet.py', ['greet']],
  ['paint.py', ['paint_show', 'paint_wipe']],
])('%s speaks ATIP by at most five lines, with effects for each command', (file, names) => {
  const tool = answer(file);
  const commands = flattenCommands(tool);
  expect(commands.map(({ name }) => name)).toStrictEqual(names);
  expect(commands.filter(({ effects }) => Object.keys(effects).length === 0)).toStrictEqual([]);
  expect(checkTool(tool, JSON.stringify(tool)).filter(({ severity }) => severity !== 'info')).toStrictEqual([]);
  const text = blocks.find(({ title }) => title === file)?.text ?? '';
  const own = text.split('\n').filter((line) => /READS|with_atip/.test(line));
  expect(own.length).toBeLessThanOrEqual(5);
});

test('the programs do what they did', () => {
  expect(run('python3 greet.py --loud --times 2 ann').output).toBe('ANN\nANN\n');
  expect(run('python3 paint.py show a.png').output).toBe('a.png 80\n');
  expect(run("python3 notes.py new 'a b'").output).toBe("Namespace(command='new', text=['a b'], file='notes.txt')\n");
});

test('the shell script of the guide describes itself and does what it says', () => {
  const todo = join(ROOT, 'examples/emit/shell/todo');
  const { tool, issues } = parseTool(run(`'${todo}' --agent`).output);
  expect(issues).toStrictEqual([]);
  const found =
    tool === undefined
      ? undefined
      : checkTool(tool, JSON.stringify(tool)).filter(({ severity }) => severity !== 'info');
  expect(found).toStrictEqual([]);
  expect(run(`'${todo}' add 'buy milk' && '${todo}' list && '${todo}' clear && '${todo}' list`)).toStrictEqual({
    code: 0,
    output: 'buy milk\n',
  });
  expect(run(`'${todo}' add`).code).toBe(2);
  expect(run(`'${todo}'`).output).toBe('usage: todo add TEXT | list | clear\n');
});
