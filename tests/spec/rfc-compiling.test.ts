// The RFC's examples of compiling (8, 12.2, 13), as printed in rfc-examples.md: our output beside the printed one. A difference stands
// here with the number of its deviation (docs/deviations.md).
import {
  type AtipTool,
  compile,
  compileTools,
  flattenCommands,
  parseTool,
  toAnthropic,
  toGemini,
  toOpenAI,
} from '@atip/core';
import { expect, test } from 'vitest';
import { block, deviating, differences, printed, python, unused } from './rfc-blocks.ts';

const GH: AtipTool = printed('13.1');

/** A tool of one command that has what is given. */
function toolWith(command: object, name = 't'): AtipTool {
  return { atip: '0.1', name, version: '1', description: 'T', commands: { x: { description: 'D', ...command } } };
}

/** The command of 8.1: what the three formats say of it together. */
const PR_CREATE = {
  ...GH,
  commands: {
    pr: {
      description: 'Manage pull requests',
      commands: {
        create: {
          description: 'Create a pull request.',
          options: [
            { name: 'title', flags: ['--title'], type: 'string', description: 'PR title', required: true },
            { name: 'draft', flags: ['--draft'], type: 'boolean', description: 'Mark as draft' },
          ],
          effects: { idempotent: false, creates: ['pull_request'] },
        },
      },
    },
  },
} satisfies AtipTool;

test('8.1 the three formats', () => {
  const [strict] = toOpenAI(PR_CREATE, { strict: true });
  // The printed example makes nullable what the other two require, and leaves alone what they do not.
  expect(differences(printed('8.1 OpenAI format'), strict)).toStrictEqual(
    deviating(
      ['D5', '/function/parameters/properties/title/type', ['string', 'null'], 'string'],
      ['D5', '/function/parameters/properties/draft/type', 'boolean', ['boolean', 'null']],
    ),
  );
  expect(toGemini(PR_CREATE)).toStrictEqual([printed('8.1 Gemini format')]);
  expect(toAnthropic(PR_CREATE)).toStrictEqual([printed('8.1 Anthropic format')]);
});

test('8.2 rule 1 the printed description, and each flag for the effect that is printed with it', () => {
  const lines = block('8.2 Rule 1: Safety metadata tunneling').split('\n');
  const [, example] = /^ {2}"(.*)"$/.exec(lines.find((line) => line.startsWith('  "')) ?? '') ?? [];
  const effects = { destructive: true, reversible: false };
  const [worst] = toAnthropic(toolWith({ description: 'Delete a repository permanently.', effects }));
  expect(worst?.description).toBe(example);
  const table = lines.filter((line) => / {2}- /.test(line)).map((line) => line.trim().split(/ +- /));
  const ours = [
    { destructive: true },
    { reversible: false },
    { idempotent: false },
    { cost: { billable: true } },
    { filesystem: { write: false }, network: false },
  ].map((effects) => toAnthropic(toolWith({ effects }))[0]?.description);
  expect(ours).toStrictEqual(table.map(([flag]) => `D [${flag}]`));
  expect(table.map(([, effect]) => effect)).toStrictEqual([
    'destructive: true',
    'reversible: false',
    'idempotent: false',
    'cost.billable: true',
    'filesystem.write: false, network: false',
  ]);
});

test.each([
  ['optional', { type: 'string', required: false }, ['string', 'null']],
  ['required', { type: 'string', required: true }, 'string'],
  ['silent, an argument', { type: 'string' }, 'string'],
] as const)('8.2 rule 2 what is %s, in strict mode', (_name, parameter, type) => {
  const said = python(`${block('8.2 Rule 2: Optional parameters in strict mode')}
import json
print(json.dumps(transform_optional_to_nullable(json.loads('${JSON.stringify(parameter)}'))["type"]))`);
  expect(said ?? type).toStrictEqual(type);
  const [tool] = toOpenAI(toolWith({ arguments: [{ name: 'p', description: 'P', ...parameter }] }), { strict: true });
  expect(tool?.function.parameters.properties['p']?.type).toStrictEqual(type);
  expect(tool?.function.parameters.required).toStrictEqual(['p']);
});

test('8.2 rule 3 names and actions', () => {
  const [flat = '', group] = [
    block('8.2 Rule 3: Subcommand flattening'),
    printed('8.2 Rule 3: Subcommand flattening', 1),
  ];
  const names = [...flat.matchAll(/^(.*?) +→ +(\S+)$/gm)].map(([, words = '', name]) => [words.split(' '), name]);
  const option = (name: string, type: 'string' | 'integer') => ({
    name,
    flags: [`--${name}`],
    type,
    description: name,
  });
  const commands = {
    create: { description: 'C', options: [option('title', 'string')] },
    list: { description: 'L' },
    merge: { description: 'M', options: [option('number', 'integer')] },
  };
  const tool: AtipTool = { ...GH, commands: { pr: { description: 'P', commands } } };
  expect(flattenCommands(tool).map(({ name, path }) => [['gh', ...path], name])).toStrictEqual(names);
  const [compiled] = compile([tool], 'openai', { strategy: 'action', strict: true }).tools;
  const said = compiled?.function.parameters.properties ?? {};
  const types = Object.fromEntries(
    Object.entries(said).map(([key, { type, enum: values }]) => [key, { type, ...(values && { enum: values }) }]),
  );
  expect({ name: compiled?.function.name, parameters: types }).toStrictEqual(group);
});

/** Of 13.1, by the reference and by us: it leaves out the network, which §3.6 wants preserved, and CREATES, which §8.1 prints. */
const DESCRIPTIONS = [
  ['List pull requests', 'List pull requests [NETWORK]'],
  [
    'Create a pull request [⚠️ NOT IDEMPOTENT]',
    'Create a pull request [⚠️ NOT IDEMPOTENT | CREATES: pull_request | NETWORK]',
  ],
  [
    'Merge a pull request [⚠️ NOT REVERSIBLE | ⚠️ NOT IDEMPOTENT]',
    'Merge a pull request [⚠️ NOT REVERSIBLE | ⚠️ NOT IDEMPOTENT | NETWORK]',
  ],
  [
    'Delete a repository [⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE]',
    'Delete a repository [⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE | NETWORK]',
  ],
] as const;

test.each([
  ['openai', false],
  ['openai', true],
  ['gemini', false],
  ['anthropic', false],
] as const)('8.4 the reference compiles 13.1 as we do, parameters apart: %s, strict %s', (provider, strict) => {
  const program = `${block('8.4')}
import json
def flatten_subcommands(tool, name=None):
    for word, command in tool.get("commands", {}).items():
        full = (name or tool["name"]) + "_" + word
        if "commands" in command: yield from flatten_subcommands(command, full)
        else: yield {**command, "name": full}
transform_parameters = lambda parameters, provider, strict: [parameter["name"] for parameter in parameters]
tool = json.loads(r'''${JSON.stringify(GH)}''')
print(json.dumps(compile_to_provider(tool, "${provider}", ${strict ? 'True' : 'False'})))`;
  const ours = compileTools([GH], provider, { strict }).tools.map((tool) => {
    const names = (schema: { properties: object } | undefined) => Object.keys(schema?.properties ?? {});
    if ('function' in tool)
      return { ...tool, function: { ...tool.function, parameters: names(tool.function.parameters) } };
    if ('input_schema' in tool) return { ...tool, input_schema: names(tool.input_schema) };
    return { ...tool, parameters: 'parameters' in tool ? names(tool.parameters) : [] };
  });
  const place = provider === 'openai' ? '/function' : '';
  const expected = DESCRIPTIONS.flatMap(([theirs, our], index) => [
    ...deviating(['D2', `/${index}${place}/description`, theirs, our]),
    ...(provider === 'openai' && !strict ? deviating(['D9', `/${index}/function/strict`, false, undefined]) : []),
  ]);
  const said = python(program);
  expect(said === undefined ? expected : differences(said, ours)).toStrictEqual(expected);
});

test('12.2 the shim compiles to curl; its first line, a comment, is no part of it', () => {
  // JSON has no comments (D39); parameters without a description are read (D15).
  expect(parseTool(block('12.2')).issues.map(({ severity }) => severity)).toContain('error');
  const { tool, issues } = parseTool(printed('12.2'));
  expect(issues.map(({ code, severity }) => [severity, code])).toStrictEqual([['warning', 'missing-field']]);
  expect(toAnthropic(tool ?? GH)).toStrictEqual([
    {
      name: 'curl',
      description: 'Make HTTP request [⚠️ NOT IDEMPOTENT | NETWORK]',
      input_schema: {
        type: 'object',
        properties: { request: { type: 'string', description: 'request', enum: ['GET', 'POST', 'PUT', 'DELETE'] } },
        required: [],
      },
    },
  ]);
});

test('13.1 compiled to 13.2', () => {
  const ours = toOpenAI(GH, { strict: true }).filter(({ function: { name } }) =>
    ['gh_pr_list', 'gh_repo_delete'].includes(name),
  );
  const state = '/0/function/parameters/properties/state';
  expect(differences(printed('13.2'), ours)).toStrictEqual(
    deviating(
      ['D2', '/0/function/description', ...DESCRIPTIONS[0]],
      ['D5', `${state}/type`, 'string', ['string', 'null']],
      ['D6', `${state}/enum/4`, undefined, null],
      // 13.1 describes no parameter (D15) but a default; what 13.2 prints is in no document.
      ['D5', `${state}/description`, 'Filter by state', 'state (default: open)'],
      // Nor does 13.1 have the full stop (D1).
      ['D2', '/1/function/description', `Delete a repository. ${DELETES}`, DESCRIPTIONS[3][1]],
      ['D15', '/1/function/parameters/properties/repo/description', 'Repository to delete', 'repo'],
    ),
  );
});
const DELETES = '[⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE]';

test('no printed example is left out', () => {
  expect(unused(/^(?:8|12\.2|13)/)).toStrictEqual([]);
});
