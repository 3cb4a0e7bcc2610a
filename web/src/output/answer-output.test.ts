import { compile, parseTool } from '@atip/core';
import { expect, test } from 'vitest';
import type { CompileSource } from '../document/compilation.ts';
import { plainName } from '../document/tool-name.ts';
import {
  answerCompile,
  answerHealth,
  answerOrigin,
  answerPlaces,
  answerRemarks,
  answerRequest,
  answerSafetyPrompt,
  isLost,
} from './answer-output.ts';

const DOCUMENT = {
  atip: '0.4',
  name: 'x',
  version: '1',
  description: 'X',
  commands: {
    a: { description: 'A', options: [{ name: 'o', flags: ['--o'], type: 'enum', enum: ['p', 'p'], description: 'O' }] },
    clean: { description: 'Deletes what nobody tracks', effects: { destructive: true } },
  },
};
const TEXT = JSON.stringify(DOCUMENT);
const SOURCE: CompileSource = { text: TEXT, provider: 'openai', strict: false };

test('a good document comes back compiled, with its numbers', () => {
  const { issues, output } = answerCompile(SOURCE);
  expect([issues, output?.tools, output?.losses]).toStrictEqual([[], 2, 1]);
  expect(output?.commands).toStrictEqual({ total: 2, included: 2 });
  expect(structuredClone(output)).toStrictEqual(output);
});

test.each([
  ['text that is no JSON', '{'],
  ['more than is read', `"${'x'.repeat(5 * 1024 * 1024)}"`],
])('%s has issues, and no output, remarks or places', (_name, text) => {
  const source = { ...SOURCE, text };
  const { issues, output } = answerCompile(source);
  expect([output, answerRemarks(source)]).toStrictEqual([undefined, []]);
  expect(issues.some(({ severity }) => severity === 'error')).toBe(true);
  const place = { ...source, offset: 0 };
  expect([answerHealth(source), answerOrigin(place), answerPlaces(place)]).toStrictEqual([undefined, undefined, []]);
  expect(answerRequest(source)).toMatchObject({ ok: false, message: expect.stringMatching(/\w/) });
});

test('a command with an error is left out and counted; what is sound compiles, with remarks', () => {
  const bad = { description: 'Bad', effects: { network: 'yes' } };
  const source = { ...SOURCE, text: JSON.stringify({ ...DOCUMENT, commands: { ...DOCUMENT.commands, bad } }) };
  const { issues, output } = answerCompile(source);
  expect(output).toMatchObject({ tools: 2, missing: 1 });
  expect(output?.text).not.toContain('bad');
  const places = issues.filter(({ severity }) => severity === 'error').map(({ path }) => path);
  expect(places).toStrictEqual(['/commands/bad/effects/network']);
  expect(answerRemarks(source)).toContainEqual(expect.objectContaining({ severity: 'error' }));
});

test('health: tokens, the strict tools, and each lost fact with its line and place', () => {
  const { tokens, strict, lost: [lost] = [] } = answerHealth(SOURCE) ?? {};
  // Estimated as core and `atip compile` do.
  expect([tokens, strict]).toStrictEqual([97, 0]);
  expect(answerHealth({ ...SOURCE, strict: true })?.strict).toBe(2);
  expect(lost).toMatchObject({ label: 'a › --o › enum', words: expect.stringMatching(/^\w.*\.$/) });
  expect(TEXT.slice(lost?.range?.start.offset, lost?.range?.end.offset)).toBe('"enum":["p","p"]');
  const line = answerCompile(SOURCE).output?.text.slice(lost?.offset).split('\n', 1)[0];
  expect(line?.trim()).toBe('"type": "string",');
});

test('only what changes calls is lost: effects and notes stay with the host, and words are told', () => {
  const option = { name: 'o', flags: ['-o'], description: 'O', type: 'enum', enum: ['a', 'a'], default: [1], 'x-y': 1 };
  const effects = { network: true, destructive: true };
  const text = JSON.stringify({
    ...DOCUMENT,
    globalOptions: [{ name: 'g', flags: ['-g'], type: 'boolean', description: 'G' }],
    commands: { run: { description: 'Runs', effects, examples: ['demo run'], options: [option] } },
  });
  const { losses } = compile([parseTool(text).tool ?? expect.fail('no tool')], 'openai');
  expect(losses.map((loss) => `${isLost(loss) ? 'lost' : 'kept'} ${loss.pointer}`).toSorted()).toStrictEqual([
    'kept /commands/run/effects/destructive',
    'kept /commands/run/effects/network',
    'kept /commands/run/examples',
    'kept /commands/run/options/0/x-y',
    'kept /description',
    'kept /version',
    'lost /commands/run/options/0/default',
    'lost /commands/run/options/0/enum',
    'lost /globalOptions/0',
  ]);
});

test('a request is of what the page shows, with a question, and can be pasted anywhere', () => {
  const requestOf = (source: CompileSource) => {
    const answer = answerRequest(source);
    return JSON.parse(answer.ok ? answer.text : expect.fail(answer.message));
  };
  const source = { ...SOURCE, filter: { commands: ['a'] } };
  const { model, messages, tools } = requestOf(source);
  const names = tools.map((tool: { readonly function: { readonly name: string } }) => tool.function.name);
  expect([typeof model, messages.length, names]).toStrictEqual(['string', 1, ['x_a']]);
  expect(requestOf({ ...source, provider: 'mcp' })).toStrictEqual({
    mcpServers: { x: { command: 'atip', args: ['mcp', '--tools', 'x'] } },
  });
});

test.each([
  ['a\n; touch x', 'a-touch-x'],
  ['../../x', 'x'],
  ['!', 'tool'],
])('the name %j stands in files and settings as %s', (name, plain) => {
  expect(plainName(name)).toBe(plain);
});

test('the safety prompt is of all commands, or of those that the filter leaves', () => {
  const prompt = /^## Tool Safety Summary\n[\s\S]*x_clean/;
  expect(answerSafetyPrompt({ text: TEXT })).toMatchObject({ ok: true, text: expect.stringMatching(prompt) });
  const filter = { commands: ['a'] };
  expect(answerSafetyPrompt({ text: TEXT, filter })).toMatchObject({ text: expect.not.stringContaining('x_clean') });
});
