import { expect, test } from 'vitest';
import { PROVIDERS } from '../providers/list.ts';
import { GH, toolWith } from '../testing/documents.ts';
import { compile } from './compile.ts';
import { checkProviderTools } from './transform.ts';

const FINDS =
  'Finds commands by what they do. Each comes with its name, what it is for, its safety flags, and whether it may run here or a ' +
  'person is asked first.';

test('three tools find, describe and run every command, and say which programs there are', () => {
  const { tools, entries, issues } = compile([GH], 'anthropic', { strategy: 'search' });
  expect(
    tools.map(({ name, input_schema: { properties, required } }) => [name, Object.keys(properties), required]),
  ).toStrictEqual([
    ['search_commands', ['query', 'limit'], ['query']],
    ['describe_command', ['command'], ['command']],
    ['run_command', ['command', 'arguments'], ['command']],
  ]);
  const [search, describe, run] = tools.map(({ description }) => description);
  expect(search).toBe(`${FINDS} 3 commands of gh (GitHub CLI). [🔒 READ-ONLY]`);
  expect(describe).toMatch(/\. \[🔒 READ-ONLY\]$/);
  expect(run).toMatch(/\. \[⚠️ DESTRUCTIVE \| ⚠️ NOT REVERSIBLE \| ⚠️ NOT IDEMPOTENT \| NETWORK\]$/);
  expect(entries.map(({ name, tool, parameters }) => [name, tool, parameters])).toStrictEqual([
    ['search_commands', '', {}],
    ['describe_command', '', {}],
    ['run_command', '', {}],
  ]);
  expect(issues).toStrictEqual([]);
});

test.each(PROVIDERS)('%s accepts them, strict or not, for any number of commands', (provider) => {
  const tools = Array.from({ length: 300 }, (_, index) => ({ ...GH, name: `program-${index}` }));
  for (const strict of [false, true])
    for (const geminiSchema of ['openapi', 'json-schema'] as const) {
      const compiled = compile(tools, provider, { strategy: 'search', strict, geminiSchema });
      expect(compiled.tools.length).toBe(3);
      expect(checkProviderTools(provider, compiled.tools)).toStrictEqual([]);
      expect(compiled.issues.filter(({ severity }) => severity === 'error')).toStrictEqual([]);
    }
});

test.each([
  ['openai', {}, 'object'],
  ['openai', { strict: true }, ['string', 'null']],
  ['openai-responses', { strict: true }, ['string', 'null']],
  ['anthropic', { strict: true }, 'string'],
  ['gemini', {}, 'string'],
  ['gemini', { geminiSchema: 'json-schema' }, 'object'],
  ['mcp', { strict: true }, 'object'],
  ['bedrock', {}, 'object'],
] as const)('%s with %o writes the arguments of a command as %o', (provider, settings, type) => {
  const [, , run] = compile([GH], provider, { ...settings, strategy: 'search' }).tools;
  expect(JSON.parse(/"arguments":(\{.*?\})/.exec(JSON.stringify(run))?.[1] ?? 'null').type).toStrictEqual(type);
});

test('of many programs those with the most commands are named, within what OpenAI takes', () => {
  const small = Array.from({ length: 200 }, (_, index) =>
    toolWith({ '': { description: '' } }, { name: `tool-${index}` }),
  );
  const [search] = compile([...small, GH], 'openai', { strategy: 'search' }).tools;
  const { description = '' } = search?.function ?? {};
  expect(description.slice(FINDS.length, FINDS.length + 36)).toBe(' 203 commands of gh, tool-0, tool-1,');
  expect(description.slice(-50)).toBe(', tool-65, tool-66 and 133 more programs. [🔒 READ-ONLY]'.slice(-50));
  expect(description.length <= 1024).toBe(true);
});

test('losses are those of what describe_command tells, and a command that cannot be compiled is omitted', () => {
  const tool = toolWith({ good: { description: 'x'.repeat(3000) }, bad: { description: '', options: 3 as never } });
  const { losses, omitted } = compile([tool], 'openai', { strategy: 'search' });
  // Of the long description nothing: describe_command has no limit.
  expect(losses.map(({ pointer }) => pointer)).toStrictEqual(['/version', '/description']);
  expect(omitted.map(({ pointer }) => pointer)).toStrictEqual(['/commands/bad']);
});

test('without any command run_command has nothing to warn of', () => {
  const [, , run] = compile([], 'anthropic', { strategy: 'search' }).tools;
  expect(run?.description.includes('DESTRUCTIVE')).toBe(false);
});
