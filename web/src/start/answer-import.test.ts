import { type Provider, compile, parseTool } from '@atip/core';
import { encodeShare } from '@atip/share';
import { expect, test } from 'vitest';
import { answerImport, type ImportResult, type ImportSource } from './answer-import.ts';

const HELP = 'Remove things.\n\nUsage: gone rm [OPTIONS] FILE...\n\nOptions:\n  -f, --force   Do not ask\n';

async function documentOf(source: ImportSource): Promise<Extract<ImportResult, { made: 'document' }>> {
  const result = await answerImport(source);
  if (result.made !== 'document') throw new Error(JSON.stringify(result));
  return result;
}

test('a help text: commands whose effects were inferred are counted, and the document is sound', async () => {
  const { name, note, text } = await documentOf({ text: HELP });
  expect([name, note]).toStrictEqual(['gone.json', 'effects of 1 of 1 commands are inferred']);
  const { tool, issues } = parseTool(text);
  expect(tool?.commands?.['rm']?.effects?.destructive).toBe(true);
  expect(issues.filter(({ severity }) => severity === 'error')).toStrictEqual([]);
});

test('a document stays as it is, to the letter, under its own name', async () => {
  const text =
    '{ "atip": "0.4", "name": "a", "version": "1",\n"description": "b", "commands": { "rm": { "description": "c" } } }';
  const result = await documentOf({ text, fileName: 'mine.json' });
  expect([result.name, result.text]).toStrictEqual(['mine.json', text]);
  expect(result.note).toBeUndefined();
});

const TOOL = parseTool({
  atip: '0.4',
  name: 'pot',
  version: '1',
  description: 'A pot',
  commands: {
    boil: {
      description: 'Boil water',
      options: [{ name: 'litres', flags: ['--litres'], type: 'integer', description: 'How much', required: true }],
    },
  },
}).tool;

test.each<Provider>(['openai', 'openai-responses', 'anthropic', 'gemini', 'mcp', 'bedrock'])(
  'the tools of %s come back with their parameters',
  async (provider) => {
    const { tools } = compile(TOOL ? [TOOL] : [], provider);
    const { text } = await documentOf({ text: JSON.stringify({ tools }) });
    const { tool } = parseTool(text);
    // A server of MCP has a name that is not said in its list.
    const command = tool?.commands?.[provider === 'mcp' ? 'pot_boil' : 'boil'];
    expect(command?.description).toContain('Boil water');
    expect(command?.options).toMatchObject([{ name: 'litres', type: 'integer', required: true }]);
  },
);

test('a canonical schema is one function; one that is none is refused with the reason', async () => {
  const schema = { name: 'boil', description: 'Boil water', parameters: { type: 'object', properties: {} } };
  const { text } = await documentOf({ text: JSON.stringify(schema) });
  const { tool, issues } = parseTool(text);
  expect(tool).toMatchObject({
    ...{ name: 'boil', trust: { source: 'inferred' }, 'x-json-input': true },
    commands: { '': { description: 'Boil water' } },
  });
  expect(issues.filter(({ severity }) => severity === 'error')).toStrictEqual([]);
  const bad = await answerImport({ text: JSON.stringify({ ...schema, name: 'a b' }) });
  expect(bad).toMatchObject({ made: 'nothing', message: expect.stringContaining('/name') });
});

test('an oclif manifest is named by its file, since it does not say what runs it', async () => {
  const text = '{"version":"1","commands":{"list":{"id":"list","summary":"List them","flags":{},"args":{}}}}';
  const result = await documentOf({ text, fileName: 'thing.manifest.json' });
  expect(parseTool(result.text).tool?.commands?.['list']?.description).toBe('List them');
  expect(result.name).toBe('thing.json');
});

test('an address is not loaded, and it is said why', async () => {
  const result = await answerImport({ text: 'https://github.com/o/r/blob/main/tool.json' });
  expect(result).toMatchObject({
    made: 'nothing',
    message: expect.stringContaining('loads nothing from other places'),
  });
});

test('code is not run', async () => {
  expect(await answerImport({ text: 'export default { name: "a" }' })).toMatchObject({
    made: 'nothing',
    message: expect.stringContaining('never run'),
  });
});

test('a share link opens as what it carries', async () => {
  const fragment = encodeShare({ documents: [{ name: 'a.json', text: '{}' }], provider: 'openai' });
  const link = { made: 'link', fragment };
  expect(await answerImport({ text: `https://example.org/${fragment}` })).toStrictEqual(link);
  expect(await answerImport({ text: `${fragment}A` })).toMatchObject({ made: 'nothing' });
});

test('names of functions stay as they are, and their effects unknown', async () => {
  const list = ['get_weather', 'delete_all'].map((name) => ({ type: 'function', function: { name, parameters: {} } }));
  const { text, note } = await documentOf({ text: JSON.stringify(list) });
  expect(Object.keys(parseTool(text).tool?.commands ?? {})).toStrictEqual(['get_weather', 'delete_all']);
  expect(note).toBeUndefined();
});

test('help and version of a program are left out', async () => {
  const text =
    'Usage: pot [OPTIONS] COMMAND\n\nCommands:\n  boil  Boil water\n  cool  Cool it\n\nOptions:\n  -h, --help     Show help\n  --version      Show the version\n  --lid          Put the lid on\n';
  const result = await documentOf({ text });
  expect(parseTool(result.text).tool?.globalOptions?.map(({ name }) => name)).toStrictEqual(['lid']);
});

test('a model’s answer opens in Try it, with the tool that it calls or with what its calls show', async () => {
  const answer = (name: string): string => JSON.stringify([{ name, arguments: { n: 2 } }]);
  const known = await documentOf({ text: answer('git_log') });
  expect(known).toMatchObject({ name: 'git.json', tried: { response: answer('git_log') } });
  const sketch = await documentOf({ text: answer('pot_boil') });
  expect(sketch.note).toBeUndefined();
  expect(parseTool(sketch.text).tool).toMatchObject({ name: 'pot', commands: { boil: { options: [{ name: 'n' }] } } });
});

test('a command line opens its tool in Try it', async () => {
  expect(await documentOf({ text: 'git status --short' })).toMatchObject({
    name: 'git.json',
    tried: { line: 'git status --short' },
  });
});
