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
  expect(tools).toStrictEqual([
    {
      name: 'search_commands',
      description: `${FINDS} 3 commands of gh (GitHub CLI). [🔒 READ-ONLY]`,
      input_schema: {
        type: 'object',
        properties: {
          query: {
            type: 'string',
            description: 'What the command should do, in English, such as "undo the last commit"',
          },
          limit: { type: 'integer', description: 'How many commands at most (default: 5)' },
        },
        required: ['query'],
      },
    },
    {
      name: 'describe_command',
      description:
        'Describes a command: its parameters as a JSON Schema, examples, effects. Read it before the first call of a command. [🔒 READ-ONLY]',
      input_schema: {
        type: 'object',
        properties: {
          command: { type: 'string', description: 'Name of the command, as search_commands gives it' },
        },
        required: ['command'],
      },
    },
    {
      name: 'run_command',
      description:
        'Runs a command that search_commands found, with the parameters that describe_command told. [⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE | ⚠️ NOT IDEMPOTENT | NETWORK]',
      input_schema: {
        type: 'object',
        properties: {
          command: { type: 'string', description: 'Name of the command, as search_commands gives it' },
          arguments: { type: 'object', description: "The command's parameters by name; none without it" },
        },
        required: ['command'],
      },
    },
  ]);
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
