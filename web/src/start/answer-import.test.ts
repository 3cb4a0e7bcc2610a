import { compile, PROVIDERS, parseTool } from '@atip/core';
import { expect, test } from 'vitest';
import { answerImport } from './answer-import.ts';

const actsOn = async (text: string, fileName?: string, hasDocument = false) => {
  const answer = await answerImport({ text, fileName, hasDocument });
  if (!answer.ok) throw new Error(answer.message);
  return answer.actions;
};

async function documentOf(text: string, fileName?: string) {
  const [action] = await actsOn(text, fileName);
  if (action?.type !== 'open') throw new Error(action?.type);
  const { tool, issues } = parseTool(action.text);
  if (tool === undefined) throw new Error(JSON.stringify(issues));
  return { ...action, tool };
}

test('a help text: commands whose effects were inferred are counted; help and version are left out', async () => {
  const options = '  -h, --help     Show help\n  --version      Show the version\n';
  const text = `Usage: pot rm [OPTIONS] FILE...\n\nOptions:\n${options}`;
  const { name, label, tool } = await documentOf(`${text}  -f, --force    Do not ask\n`);
  expect([name, label]).toStrictEqual(['pot.json', 'Opened pot.json; effects of 1 of 1 command are inferred']);
  expect(tool.commands?.['rm']).toMatchObject({ effects: { destructive: true }, options: [{ name: 'force' }] });
  expect((await documentOf(text)).tool.commands?.['rm']).not.toHaveProperty('options');
});

const inputSchema = { type: 'object', properties: { litres: { type: 'integer', description: 'How much' } } };
const annotations = { destructiveHint: true, readOnlyHint: false };
const TOOLS = [
  { name: 'boil_water', description: 'Boil water', inputSchema, annotations: { readOnlyHint: true } },
  { name: 'delete_all', description: 'Empty all', inputSchema, annotations },
];

test.each(PROVIDERS)('tools of an MCP server go to %s and come back as they were', async (provider) => {
  const made = await documentOf(JSON.stringify({ tools: TOOLS }), 'pot.json');
  expect([made.name, made.label]).toStrictEqual(['pot.json', 'Opened pot.json']);
  const destroys = TOOLS.map(({ name }) => made.tool.commands?.[name]?.effects?.destructive);
  expect(destroys).toStrictEqual([false, true]);
  const { tool } = await documentOf(JSON.stringify({ tools: compile([made.tool], provider).tools }));
  expect(Object.keys(tool.commands ?? {})).toStrictEqual(['boil_water', 'delete_all']);
  expect(tool.commands?.['boil_water']?.options).toMatchObject([{ name: 'litres', type: 'integer' }]);
});

const CANONICAL = { name: 'boil', description: 'Boil water', parameters: { type: 'object', properties: {} } };

test('a canonical schema is one function, and an oclif manifest is named by its file', async () => {
  const { tool } = await documentOf(JSON.stringify(CANONICAL));
  expect(tool).toMatchObject({ name: 'boil', trust: { source: 'inferred' }, 'x-json-input': true });
  const text = '{"version":"1","commands":{"list":{"id":"list","summary":"List them","flags":{},"args":{}}}}';
  const manifest = await documentOf(text, 'thing.manifest.json');
  expect([manifest.name, manifest.tool.commands?.['list']?.description]).toStrictEqual(['thing.json', 'List them']);
});

test.each([
  ['a bad schema', JSON.stringify({ ...CANONICAL, name: 'a b' }), '/name'],
  ['a heading without a command', 'Core commands\n', 'a usage line, options, a list of commands'],
  ['an answer of an unknown tool', '[{"name":"get_weather","arguments":{}}]', 'no tool with the command get_weather'],
])('%s is refused with the reason', async (_name, text, message) => {
  const answer = await answerImport({ text, hasDocument: false });
  expect(answer).toMatchObject({ ok: false, message: expect.stringContaining(message) });
});

const ANSWER = '[{"name":"git_log","arguments":{"n":2}}]';

test.each([
  ['$ git add .\n', ['line', 'git add .'], ['view', 'line']],
  ['ERROR no', ['output', 'ERROR no'], ['view', 'redact']],
  ['{"policy":{"preset":"ci"}}', ['policy', { preset: 'ci' }], ['tab', 'safety'], ['view', undefined]],
  [ANSWER, ['response', ANSWER], ['way', 'answer'], ['tab', 'try'], ['view', undefined]],
])('beside a document, %s goes where it is read', async (text, ...settings) => {
  const acts = await actsOn(text, undefined, true);
  expect(acts.map((act) => act.type === 'set' && [act.key, act.value])).toStrictEqual(settings);
});

test('alone, an answer comes with the tool that it calls', async () => {
  const settings = { response: ANSWER, way: 'answer', tab: 'try' };
  expect(await documentOf(ANSWER)).toMatchObject({ name: 'git.json', tool: { name: 'git' }, settings });
});

test('the name of a file steers nothing in the message about it', async () => {
  const [action] = await actsOn('{"atip":"0.4"}', 'a\u202eb.json');
  expect(action).toMatchObject({ type: 'open', label: 'Opened a\\u{202e}b.json' });
});
