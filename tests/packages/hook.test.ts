import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { asRecord } from '@atip/core/internal';
import { expect, onTestFinished, test } from 'vitest';
import { ATIP } from '../atip.ts';

/** A home and a repository in it, and the hook as the process that an agent starts. */
function prepare() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'atip-hook-')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const cwd = join(root, 'repository');
  mkdirSync(join(cwd, '.git'), { recursive: true });
  const put = (path: string, content: unknown): void => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
  };
  const ask = async (agent: string, question: unknown) => {
    const child = spawn(process.execPath, [ATIP, 'gate', '--hook', agent], { cwd, env: { HOME: root, PATH: '/bin' } });
    child.stdin.end(typeof question === 'string' ? question : JSON.stringify(question));
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code, out, err };
  };
  /** Its findings about agents. */
  const doctor = async () => {
    const env = { HOME: root, PATH: '/bin' };
    const child = spawn(process.execPath, [ATIP, 'doctor', '--json'], {
      cwd,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const findings: readonly Readonly<Record<string, string>>[] = JSON.parse(await text(child.stdout)).findings;
    const told = findings.filter(({ about }) => about?.startsWith('agent '));
    return told.map(({ about, state, detail }) => [about, state, detail]);
  };
  return { cwd, put, ask, doctor };
}

const PERSON = '.config/agent-tools/config.json';
const DENY = { policy: { rules: [{ run: 'git status', decision: 'deny' }] } };

/** Files, and what is decided about `git status`. */
const CONFIGURATIONS: readonly (readonly [name: string, files: Readonly<Record<string, unknown>>, decision: string])[] =
  [
    ['{}', { [PERSON]: {} }, 'allow'],
    ['a rule that denies', { [PERSON]: DENY }, 'deny'],
    ['a broken file', { [PERSON]: '{' }, 'refused'],
  ];

interface Agent {
  readonly question: (command: string, cwd: string) => unknown;
  /** The decision in an answer. */
  readonly read: (answer: Readonly<Record<string, unknown>>) => unknown;
  /** The words that the agent hears for each decision. */
  readonly hears: Readonly<Record<string, unknown>>;
}

const tool = (name: string) => (command: string, cwd: string) => ({
  ...{ session_id: 's', tool_name: name, tool_input: { command }, cwd, hook_event_name: 'PreToolUse' },
});
const specific = ({ hookSpecificOutput }: Readonly<Record<string, unknown>>): unknown =>
  asRecord(hookSpecificOutput)['permissionDecision'];
const WORDS = { allow: 'allow', deny: 'deny', refused: 'ask' };

const AGENTS: Readonly<Record<string, Agent>> = {
  'claude-code': { question: tool('Bash'), read: specific, hears: WORDS },
  // It cannot be told to ask: it is blocked when nothing can be decided, and hears nothing when nothing is denied.
  codex: {
    question: tool('shell'),
    read: specific,
    hears: { allow: undefined, deny: 'deny', refused: 'exit code 2' },
  },
  gemini: { question: tool('run_shell_command'), read: ({ decision }) => decision, hears: WORDS },
  cursor: {
    question: (command, cwd) => ({ conversation_id: 's', command, cwd }),
    read: ({ permission }) => permission,
    hears: WORDS,
  },
  copilot: {
    question: (command, cwd) => ({ sessionId: 's', toolName: 'bash', toolArgs: JSON.stringify({ command }), cwd }),
    read: ({ permissionDecision }) => permissionDecision,
    hears: WORDS,
  },
};

test.each(CONFIGURATIONS)('five agents are answered by the configuration: %s', async (_name, files, decision) => {
  const { cwd, put, ask } = prepare();
  for (const [path, content] of Object.entries(files)) put(path, content);
  const answers = Object.entries(AGENTS).map(async ([name, { question, read }]) => {
    const { code, out, err } = await ask(name, question('git status', cwd));
    if (decision === 'refused') expect(out + err).toContain('The configuration is refused.');
    if (code !== 0) return [name, `exit code ${code}`];
    expect(err).toBe('');
    return [name, out === '' ? undefined : read(JSON.parse(out))];
  });
  const wanted = Object.entries(AGENTS).map(([name, { hears }]) => [name, hears[decision]]);
  expect(await Promise.all(answers)).toStrictEqual(wanted);
});

test('the doctor asks the hook of each agent, and says what it answers', async () => {
  const { put, doctor } = prepare();
  const FILES: Readonly<Record<string, readonly [path: string, hooks: (command: string) => object]>> = {
    'claude-code': ['.claude/settings.json', (command) => ({ PreToolUse: [{ hooks: [{ command }] }] })],
    codex: ['.codex/hooks.json', (command) => ({ PreToolUse: [{ hooks: [{ command }] }] })],
    gemini: ['.gemini/settings.json', (command) => ({ BeforeTool: [{ hooks: [{ command }] }] })],
    cursor: ['.cursor/hooks.json', (command) => ({ beforeShellExecution: [{ command }] })],
    copilot: ['.copilot/hooks/atip.json', (bash) => ({ preToolUse: [{ bash }] })],
  };
  for (const [agent, [path, hooks]] of Object.entries(FILES))
    put(path, { hooks: hooks(`${process.execPath} ${ATIP} gate --hook ${agent} || exit 2`) });
  const all = (state: string, detail: string) =>
    Object.keys(FILES).map((agent) => [`agent ${agent}, for you`, state, detail]);
  expect(await doctor()).toStrictEqual(all('ok', 'set up: the hook, which answers: allow'));
  put(PERSON, { policy: { rules: [{ run: 'ls', decision: 'deny' }] } });
  expect(await doctor()).toStrictEqual(all('ok', 'set up: the hook, which answers: deny'));
  put(PERSON, '{');
  expect(await doctor()).toStrictEqual(all('problem', expect.stringContaining('The configuration is refused.')));
});
