import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { AGENT_HOOKS, type HookAnswer } from './agents.ts';
import { answerHook } from './run-hook.ts';

// Below /tmp all of the home would be writable.
const PLACE = mkdtempSync(join(realpathSync('/var/tmp'), 'atip-test-'));
afterAll(() => rmSync(PLACE, { recursive: true }));
const HOME = join(PLACE, 'home');
const PROJECT = join(HOME, 'project');
mkdirSync(join(PROJECT, 'src'), { recursive: true });

async function ask(agent: string, question: unknown, more: { readonly limit?: number } = {}): Promise<HookAnswer> {
  const named = { session_id: '1', conversation_id: '1', sessionId: '1' };
  const isObject = typeof question === 'object' && question !== null && !Array.isArray(question);
  const text =
    typeof question === 'string' ? question : JSON.stringify(isObject ? { ...named, ...question } : question);
  const stdin = (async function* () {
    yield Buffer.from(text);
  })();
  // The machine may be slow; these tests are not about time.
  return answerHook(agent, { env: { HOME, PATH: '/usr/bin' }, cwd: PROJECT, stdin, ...more }, 600_000);
}

/** Reactions of agents to an answer, by their own documentation and packages. */
type Act = 'runs' | 'asks' | 'blocks' | 'decides itself';

/** Each agent's reading of a hook's answer, with its rule for exit codes. */
const DRIVERS: Readonly<Record<string, (answer: HookAnswer, event?: string) => Act>> = {
  'claude-code': ({ stdout, exitCode }) => {
    if (exitCode === 2) return 'blocks';
    if (exitCode !== 0) return 'decides itself';
    const said = parse(stdout)?.['hookSpecificOutput'];
    return ACTS[String(at(said, 'permissionDecision'))] ?? 'decides itself';
  },
  codex: ({ stdout, stderr = '', exitCode }, event) => {
    // Without a reason it continues, or asks.
    if (exitCode === 2 && stderr.trim() !== '') return 'blocks';
    const said = parse(stdout)?.['hookSpecificOutput'];
    if (event === 'PermissionRequest') return ACTS[String(at(at(said, 'decision'), 'behavior'))] ?? 'asks';
    // Before a tool it hears only a denial; "allow" and "ask" are unsupported and pass.
    return at(said, 'permissionDecision') === 'deny' ? 'blocks' : 'decides itself';
  },
  gemini: ({ stdout, stderr = '', exitCode }) => {
    if (exitCode === 2 && (stdout + stderr).trim() !== '') return 'blocks';
    const said = parse(stdout)?.['decision'];
    // Its own policy still asks after the hook's "allow".
    return said === 'allow' ? 'decides itself' : (ACTS[String(said)] ?? 'decides itself');
  },
  cursor: ({ stdout, exitCode }) =>
    exitCode === 2 ? 'blocks' : (ACTS[String(parse(stdout)?.['permission'])] ?? 'decides itself'),
  copilot: ({ stdout, exitCode }) =>
    exitCode === 2 ? 'blocks' : (ACTS[String(parse(stdout)?.['permissionDecision'])] ?? 'decides itself'),
};

const ACTS: Readonly<Record<string, Act>> = { allow: 'runs', ask: 'asks', deny: 'blocks', block: 'blocks' };

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  if (text.trim() === '') return undefined;
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : undefined;
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([name]) => name === key)?.[1]
    : undefined;
}

/** The question of each agent about a line. */
const QUESTIONS: Readonly<Record<string, (command: string, event?: string) => Readonly<Record<string, unknown>>>> = {
  'claude-code': (command) => ({
    session_id: 's',
    transcript_path: '/t',
    cwd: PROJECT,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name: 'Bash',
    tool_input: { command, description: 'd' },
    tool_use_id: 'u',
  }),
  codex: (command, event = 'PreToolUse') => ({
    session_id: 's',
    cwd: PROJECT,
    hook_event_name: event,
    tool_name: 'Bash',
    tool_input: { command },
  }),
  gemini: (command) => ({
    session_id: 's',
    cwd: PROJECT,
    hook_event_name: 'BeforeTool',
    tool_name: 'run_shell_command',
    tool_input: { command, description: 'd' },
  }),
  cursor: (command) => ({
    command,
    cwd: PROJECT,
    hook_event_name: 'beforeShellExecution',
    conversation_id: 'c',
  }),
  copilot: (command) => ({
    timestamp: 1,
    cwd: PROJECT,
    toolName: 'bash',
    toolArgs: JSON.stringify({ command }),
  }),
};

const HARMLESS = 'git status && ls | wc -l';
const DESTRUCTIVE = 'git status && git push --force';
/** Without a terminal it would wait for ever. */
const DENIED = 'git rebase -i HEAD~2';

test.each<[string, string | undefined, Act, Act, Act]>([
  ['claude-code', undefined, 'runs', 'asks', 'blocks'],
  ['codex', 'PreToolUse', 'decides itself', 'decides itself', 'blocks'],
  ['codex', 'PermissionRequest', 'runs', 'asks', 'blocks'],
  ['gemini', undefined, 'decides itself', 'asks', 'blocks'],
  ['cursor', undefined, 'runs', 'asks', 'blocks'],
  ['copilot', undefined, 'runs', 'asks', 'blocks'],
])('%s (%s): a harmless line %s, a destructive one %s, one that is denied %s', async (agent, event, ...acts) => {
  const found: (Act | undefined)[] = [];
  for (const line of [HARMLESS, DESTRUCTIVE, DENIED]) {
    const answer = await ask(agent, QUESTIONS[agent]?.(line, event));
    found.push(DRIVERS[agent]?.(answer, event));
  }
  expect(found).toStrictEqual(acts);
});

const BROKEN: readonly unknown[] = [
  '',
  'garbage',
  '[]',
  'null',
  '{}',
  '{"tool_name":"Bash"',
  { tool_name: 7, toolName: 7 },
];

test.each(Object.keys(AGENT_HOOKS))('%s does not run a line whose question cannot be read', async (agent) => {
  const broken = [
    ...BROKEN,
    { tool_name: 'Bash', tool_input: { command: 7 } },
    { tool_name: 'run_shell_command', tool_input: null },
    { toolName: 'bash', toolArgs: '{' },
    { command: ['a', 1] },
  ].filter((question) => AGENT_HOOKS[agent]?.read(Object(question)) !== null);
  for (const question of broken) {
    const act = DRIVERS[agent]?.(await ask(agent, question));
    expect([question, act]).toStrictEqual([question, agent === 'codex' ? 'blocks' : 'asks']);
  }
});

test.each(Object.keys(AGENT_HOOKS))('%s does not run a line that was not decided in time', async (agent) => {
  const stdin = (async function* () {
    await Promise.race([]);
    yield Buffer.from('');
  })();
  const answer = await answerHook(agent, { env: { HOME }, cwd: '/', stdin }, 1);
  expect(DRIVERS[agent]?.(answer)).toBe(agent === 'codex' ? 'blocks' : 'asks');
});

test.each(Object.keys(AGENT_HOOKS))('%s does not run a line where the gate itself fails', async (agent) => {
  const stdin = (async function* () {
    yield Buffer.from('{');
    throw new Error('the pipe broke');
  })();
  const answer = await answerHook(agent, { env: { HOME }, cwd: '/', stdin });
  expect(DRIVERS[agent]?.(answer)).toBe(agent === 'codex' ? 'blocks' : 'asks');
  expect(answer.stdout + (answer.stderr ?? '')).toContain('the pipe broke');
});

test('other tools are left to the agent', async () => {
  const others: readonly (readonly [string, unknown])[] = [
    ['claude-code', { tool_name: 'Edit', tool_input: {} }],
    ['codex', { tool_name: 'apply_patch', tool_input: {} }],
    ['gemini', { tool_name: 'read_file', tool_input: {} }],
    ['copilot', { toolName: 'view', toolArgs: '{}' }],
  ];
  for (const [agent, question] of others) expect(DRIVERS[agent]?.(await ask(agent, question))).toBe('decides itself');
});

test('a line starts where the agent says', async () => {
  const question = { ...QUESTIONS['claude-code']?.('cp a ../b'), cwd: join(PROJECT, 'src') };
  expect((await ask('claude-code', question)).stdout).toContain('outside');
  // A command as an argv, and a directory beside it.
  const argv = {
    tool_name: 'shell',
    tool_input: { command: ['bash', '-lc', 'rm x'], workdir: '/tmp' },
    hook_event_name: 'PermissionRequest',
  };
  expect(DRIVERS['codex']?.(await ask('codex', argv), 'PermissionRequest')).toBe('asks');
});

test('a line starts in the directory beside it, and may write where the agent is', async () => {
  const inside = async (command: string, directory: string): Promise<Act | undefined> => {
    const tool_input = { command, dir_path: directory };
    return DRIVERS['claude-code']?.(await ask('claude-code', { ...QUESTIONS['claude-code']?.(''), tool_input }));
  };
  expect(await inside('touch ../a', 'src')).toBe('runs');
  expect(await inside('touch ../../a', 'src')).toBe('asks');
  expect(await inside('touch a', '/etc')).toBe('asks');
});

test('Claude Code watches the output of a line, or an address', async () => {
  const watch = async (input: unknown): Promise<Act | undefined> =>
    DRIVERS['claude-code']?.(await ask('claude-code', { tool_name: 'Monitor', tool_input: input, cwd: '/work' }));
  expect(await watch({ command: 'git push --force', timeout_ms: 1 })).toBe('asks');
  expect(await watch({ command: 'ls', timeout_ms: 1 })).toBe('runs');
  expect(await watch({ ws: { url: 'ws://127.0.0.1' }, timeout_ms: 1 })).toBe('decides itself');
  expect(await watch({ timeout_ms: 1 })).toBe('asks');
});

test('an agent that is not known blocks', async () => {
  const { exitCode, stderr } = await ask('aider', {});
  expect([exitCode, stderr]).toStrictEqual([2, expect.stringContaining('claude-code, codex, gemini, cursor, copilot')]);
});

test.each([
  ['git log --oneline | head', 'atip: may only read (git log, head).'],
  ['ls; ls -l; cat a', 'atip: may only read (ls, cat).'],
  ['npm test', /^atip: may delete files, write files.* \(npm test\)\.$/],
])('what was let through is said in words that are true of it: %s', async (line, words) => {
  const { stdout } = await ask('claude-code', QUESTIONS['claude-code']?.(line));
  const said = at(parse(stdout)?.['hookSpecificOutput'], 'permissionDecisionReason');
  expect(said).toStrictEqual(typeof words === 'string' ? words : expect.stringMatching(words));
  expect(String(said).length).toBeLessThanOrEqual(200);
});

test.each([
  ['claude-code', { tool_name: 'PowerShell', tool_input: { command: 'ls' } }],
  ['copilot', { toolName: 'powershell', toolArgs: '{"command":"ls"}' }],
])('%s: a line for PowerShell is asked about', async (agent, question) => {
  const answer = await ask(agent, question);
  expect(DRIVERS[agent]?.(answer)).toBe('asks');
  expect(answer.stdout).toContain('this one is for PowerShell');
});

test('each answer is on record, and stands where the record cannot be written', async () => {
  const record = join(HOME, '.local/state/agent-tools/gate.jsonl');
  rmSync(record, { force: true });
  const question = QUESTIONS['claude-code']?.('git push --force');
  const said = await ask('claude-code', question);
  await ask('claude-code', 'nonsense');
  // Another tool is not the gate's business.
  await ask('claude-code', { tool_name: 'Read', tool_input: {} });
  await ask('claude-code', question, { limit: 0 });
  const lines = readFileSync(record, 'utf8')
    .split('\n')
    .filter((line) => line !== '');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { decision: 'confirm', line: 'git push --force', agent: 'claude-code', session: 's', cwd: PROJECT },
    { decision: 'confirm', line: '', reasons: [expect.stringContaining('cannot read the question')] },
    { decision: 'confirm' },
  ]);
  rmSync(record);
  mkdirSync(record);
  expect(await ask('claude-code', question)).toStrictEqual(said);
  rmSync(record, { recursive: true });
  writeFileSync(record, '');
});
