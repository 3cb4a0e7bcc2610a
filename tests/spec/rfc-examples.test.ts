// The RFC's own examples, as printed in rfc-examples.md: our output beside the printed one. A difference stands here with the number of
// its deviation (docs/deviations.md).
import {
  type AtipTool,
  buildRequest,
  checkCall,
  createResultFilter,
  createToolContext,
  expandPattern,
  flattenCommands,
  handleToolResult,
  parseTool,
  parseToolCall,
  recordCommand,
  restrictTools,
  selectCommands,
  toAnthropic,
  toGemini,
  toOpenAI,
} from '@atip/core';
import { buildCommandArray, mapToCommand } from '@atip/core/execute';
import { expect, test } from 'vitest';
import { block, printed, python, unused } from './rfc-blocks.ts';

const GH: AtipTool = printed('13.1');

/** A tool of one command that has what is given. */
function toolWith(command: object, name = 't'): AtipTool {
  return { atip: '0.1', name, version: '1', description: 'T', commands: { x: { description: 'D', ...command } } };
}

const call = (name: string, args: Record<string, unknown> = {}) => ({ id: '1', name, arguments: args });

test('3.1.1 an excerpt of pods and deployments says what is printed', () => {
  const group = (size: number) => ({
    description: 'G',
    commands: Object.fromEntries(Array.from({ length: size }, (_, index) => [`c${index}`, { description: 'C' }])),
  });
  const commands = { pods: group(14), deployments: group(10), rest: group(323) };
  const kubectl = { ...toolWith({}, 'kubectl'), commands };
  const excerpt = selectCommands(kubectl, { commands: ['pods', 'deployments'] });
  expect(excerpt).toMatchObject(printed('3.1.1', 1));
  expect(Object.keys(excerpt.commands ?? {})).toStrictEqual(['pods', 'deployments']);
  // The first block, an agent's call, is asked of real programs in rfc-products.test.ts.
  expect(block('3.1.1')).toContain('--agent --commands=pods,deployments');
});

/** The schemas of 3.2 to 3.9 in one document, each in the place where 3.2 and 3.3 print dots. */
function assembled(): AtipTool {
  const { pr } = printed('3.3').commands;
  const create = { ...pr.commands.create, ...printed('3.4'), ...printed('3.5') };
  return {
    ...printed('3.2'),
    commands: { pr: { ...pr, commands: { create } } },
    ...{ ...printed('3.6'), ...printed('3.8'), ...printed('3.9') },
  };
}

test('3.2 to 3.9 the printed schemas are one document without a finding', () => {
  const reading = parseTool(JSON.stringify(assembled()));
  expect(reading.issues).toStrictEqual([]);
  expect(reading.tool).toStrictEqual(assembled());
});

test('3.3, 3.4, 3.5 command, argument and option reach a provider', () => {
  const tool = toOpenAI(assembled(), { strict: true })[0]?.function;
  expect(tool?.name).toBe('gh_pr_create');
  expect(tool?.parameters.properties).toStrictEqual({
    file: { type: 'string', description: 'File to process (file path)' },
    output: {
      type: ['string', 'null'],
      description: 'Output format (default: text)',
      enum: ['json', 'yaml', 'text', null],
    },
  });
});

test.each([
  ['none', { stdin: 'none' }, 'subprocess', 'allow'],
  ['optional', { stdin: 'optional' }, 'subprocess', 'allow'],
  ['required', { stdin: 'required' }, 'Error: Tool requires interactive input', 'deny'],
  ['a terminal', { tty: true }, 'pty', 'deny'],
] as const)('3.6 an agent and input: %s', (_name, interactive, says, decision) => {
  const program = `${block('3.6', 1).replaceAll(/^import .*/gm, '')}
import json
Error = lambda text: "Error: " + text
run_in_pty = lambda command: "pty"
class subprocess: run = staticmethod(lambda command, capture_output: "subprocess")
print(json.dumps(execute_tool([], {"interactive": json.loads('${JSON.stringify(interactive)}')})))`;
  expect(python(program) ?? says).toBe(says);
  const tool = { ...toolWith({ effects: { destructive: false, interactive } }), trust: { source: 'native' } } as const;
  const check = checkCall(call('t_x'), [tool]);
  // A PTY is for a policy that says a person is there (11.2 and the preset of terminals): `allowInteractive`.
  expect([check.decision, checkCall(call('t_x'), [tool], { allowInteractive: true }).decision]).toStrictEqual([
    decision,
    'allow',
  ]);
});

/** The third column of 3.7, and what 8.2 rule 4 makes of its formats. */
test.each([
  ['string', { type: 'string' }, ''],
  ['integer', { type: 'integer' }, ''],
  ['number', { type: 'number' }, ''],
  ['boolean', { type: 'boolean' }, ''],
  ['file', { type: 'string', format: 'file-path' }, ' (file path)'],
  ['directory', { type: 'string', format: 'directory-path' }, ' (directory path)'],
  ['url', { type: 'string', format: 'uri' }, ' (URL)'],
  ['enum', { type: 'string', enum: ['a', 'b'] }, ''],
  ['array', { type: 'array', items: { type: 'string' } }, ''],
] as const)('3.7, 8.2 rule 4 the type %s', (type, schema, suffix) => {
  const parameter = { name: 'p', type, description: 'P', ...('enum' in schema && { enum: schema.enum }) };
  const tool = toolWith({ arguments: [parameter] });
  const { format, ...rest } = { format: undefined, ...schema };
  const said = { ...rest, description: `P${suffix}` };
  expect(toOpenAI(tool)[0]?.function.parameters.properties).toStrictEqual({ p: said });
  expect(toAnthropic(tool)[0]?.input_schema.properties).toStrictEqual({ p: said });
  expect(toGemini(tool)[0]?.parameters?.properties).toStrictEqual({ p: said });
  // Rule 4 takes back the formats of 3.7 and wants words in their place (D33).
  expect(format === undefined).toBe(suffix === '');
});

test('3.8 the variable of a login is a secret in what a program prints', () => {
  const filter = createResultFilter([assembled()]);
  expect(filter.filter('GITHUB_TOKEN is abc\nGITHUB_TOKEN=abc', 'gh_pr_create')).toBe(
    'GITHUB_TOKEN is abc\nGITHUB_TOKEN=[REDACTED]',
  );
});

test('3.9 the printed workflow, step by step', () => {
  const [pattern] = printed('3.9').patterns;
  expect(expandPattern(pattern, { branch: 'fix; rm -rf /' })).toStrictEqual([
    ['git', 'checkout', '-b', 'fix; rm -rf /'],
    ['gh', 'pr', 'create', '--fill'],
  ]);
});

test('6.1 a call is the printed argv, and a person is asked where the metadata says destructive', () => {
  expect(block('6.1')).toContain('subprocess.run(["gh", "pr", "merge", "42"], capture_output=True)');
  const mapping = mapToCommand('gh_pr_merge', [GH]);
  expect(buildCommandArray(mapping, { number: 42 })).toStrictEqual(['gh', 'pr', 'merge', '42']);
  expect(checkCall(call('gh_repo_delete', { repo: 'a' }), [GH]).decision).toBe('confirm');
});

const RESPONSES = {
  openai: {
    choices: [
      { message: { tool_calls: [{ id: 'c1', function: { name: 'gh_pr_merge', arguments: '{"number":42}' } }] } },
    ],
  },
  gemini: {
    candidates: [{ content: { parts: [{ function_call: { name: 'gh_pr_merge', args: { number: 42 } } }] } }],
  },
  anthropic: { content: [{ type: 'tool_use', id: 'c1', name: 'gh_pr_merge', input: { number: 42 } }] },
} as const;

test.each([
  ['OpenAI', 'openai', 'c1', { role: 'tool', tool_call_id: 'c1', content: 'done' }],
  [
    'Gemini',
    'gemini',
    'gh_pr_merge',
    // Its API takes objects alone: a text stands under `output` (D28).
    { role: 'user', parts: [{ function_response: { name: 'gh_pr_merge', response: { output: 'done' } } }] },
  ],
  [
    'Anthropic',
    'anthropic',
    'c1',
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'done' }] },
  ],
] as const)('7.2 calls and results of %s have the printed form', (title, provider, id, message) => {
  const call = { id, name: 'gh_pr_merge', arguments: { number: 42 } };
  expect(parseToolCall(provider, RESPONSES[provider])).toStrictEqual([call]);
  expect(handleToolResult(provider, id, 'done')).toStrictEqual(message);
  // The printed program reads the same fields of the response, and makes the same message.
  const appended = /\w+\.append\([\s\S]*?\n\}\)/.exec(block(`7.2 ${title}`))?.[0] ?? '';
  const made = python(`
import json
from types import SimpleNamespace
block = call = SimpleNamespace(id="c1")
name, result, result_string = "gh_pr_merge", {"output": "done"}, "done"
messages = contents = []
${appended}
print(json.dumps(contents[0]))`);
  expect(made ?? message).toStrictEqual(message);
});

test('7.2 Gemini takes declarations in the wrapper, whose name we write as its SDK does', () => {
  // Both spellings are read by its API (D7).
  const [tools] = [buildRequest('gemini', toGemini(GH))];
  expect(Object.keys(tools)).toStrictEqual(['tools']);
  expect(JSON.stringify(tools)).toMatch(/^\{"tools":\[\{"functionDeclarations":\[\{"name":"gh_pr_list"/);
});

test('10.1, 10.2, 10.3 the registry, a delegation and a context', () => {
  expect(block('10.1')).toBe('$XDG_DATA_HOME/agent-tools/registry.json\n');
  const { delegation } = printed('10.2');
  const left = restrictTools([GH, { ...GH, name: 'kubectl' }], delegation);
  expect(left.flatMap((tool) => flattenCommands(tool).map(({ name }) => name))).toStrictEqual([
    ...['gh_pr_list', 'gh_pr_create'],
    'gh_pr_merge',
  ]);
  const { toolContext } = printed('10.3');
  const started = createToolContext([GH, { ...GH, name: 'kubectl' }], ['gh']);
  expect(recordCommand(started, { tool: 'gh', command: 'pr list', exitCode: 0 })).toStrictEqual(toolContext);
});

test.each([
  [
    'destructive, not allowed',
    { destructive: true },
    false,
    true,
    'RequiresConfirmation: Destructive operation',
    'confirm',
  ],
  ['destructive, allowed', { destructive: true }, true, true, null, 'allow'],
  [
    'billable, no budget',
    { destructive: false, cost: { billable: true } },
    false,
    false,
    'BudgetExceeded: Operation may incur costs',
    'deny',
  ],
  ['billable, within a budget', { destructive: false, cost: { billable: true } }, false, true, null, 'allow'],
] as const)('11.2 before a call runs: %s', (_name, effects, allowDestructive, allowBillable, says, decision) => {
  const program = `
import json
from types import SimpleNamespace
class RequiresConfirmation(Exception): pass
class BudgetExceeded(Exception): pass
sanitize_paths = check_injection = lambda arguments: None
${block('11.2')}
said = None
try:
    policy = SimpleNamespace(allow_destructive=${allowDestructive ? 'True' : 'False'}, has_budget=${allowBillable ? 'True' : 'False'})
    validate_tool_call(SimpleNamespace(arguments={}), {"effects": json.loads('${JSON.stringify(effects)}')}, policy)
except Exception as error:
    said = type(error).__name__ + ": " + str(error)
print(json.dumps(said))`;
  const said = python(program);
  expect(said === undefined ? says : said).toBe(says);
  const check = checkCall(call('t_x'), [{ ...toolWith({ effects }), trust: { source: 'native' } }], {
    allowDestructive,
    allowBillable,
  });
  expect(check.decision).toBe(decision);
});

test('11.2 where metadata is silent the printed check passes, and ours asks', () => {
  // Unknown is not safe (D24).
  expect(checkCall(call('t_x'), [toolWith({})], { allowDestructive: false }).decision).toBe('confirm');
});

test('11.3 a result without secrets, cut', () => {
  const token = `ghp_${'a'.repeat(36)}`;
  const text = `first ${token} ${'x'.repeat(99)}`;
  const said = python(`
import json, re
SENSITIVE_PATTERNS, MAX_RESULT_SIZE = [r"ghp_[A-Za-z0-9]{36}"], 20
def redact_patterns(result, patterns):
    for pattern in patterns: result = re.sub(pattern, "[REDACTED]", result)
    return result
${block('11.3')}
print(json.dumps(filter_result("${text}", None)))`);
  const theirs = 'first [REDACTED] xxx\n[truncated]';
  expect(said ?? theirs).toBe(theirs);
  // The bridge API prints the same mark in capitals (D27).
  const ours = createResultFilter([], { maxLength: 20 }).filter(text, 't');
  expect([theirs, ours]).toStrictEqual([theirs, 'first [REDACTED] xxx\n[TRUNCATED]']);
});

test('no printed example is left out', () => {
  expect(unused(/^(?:3\.1\.1|3\.[2-9]|6|7|10|11)/)).toStrictEqual([]);
});
