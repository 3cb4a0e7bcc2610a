import { isAbsolute } from 'node:path';
import type { Decision } from '@atip/core';
import { asRecord, isRecord } from '@atip/core/internal';
import type { Environment } from '@atip/node';
import { type LineSession, parseJson } from '@atip/node/internal';

/** A line that an agent is about to run. */
export interface AskedLine {
  readonly line: string;
  /** The agent's directory, absolute. Absent: the hook's own. */
  readonly cwd?: string | undefined;
  /** The line's own directory, relative to that. */
  readonly inside?: string | undefined;
  /** True: the line is for PowerShell, whose syntax differs from bash's. */
  readonly isPowerShell?: true;
}

/** Answer of a hook: text for standard output and error, and an exit code. */
export interface HookAnswer {
  readonly stdout: string;
  readonly stderr?: string;
  readonly exitCode: number;
}

/** The protocol in which an agent asks its hooks. */
export interface AgentHook {
  /**
   * @returns the line; `null` when the agent asks about another tool, which is not the gate's business; undefined when
   * the question is unreadable
   */
  read(question: Readonly<Record<string, unknown>>): AskedLine | null | undefined;
  /** @param question the question as read. Absent: we could decide nothing */
  answer(decision: Decision, reason: string, question?: Readonly<Record<string, unknown>>): HookAnswer;
  /** Answers "no opinion". */
  readonly silence: HookAnswer;
  /** The agent's question about a line. */
  ask(command: string, cwd: string): Readonly<Record<string, unknown>>;
  /** Reads a hook's output as the agent does. Undefined: the agent does not understand it. */
  hear(stdout: string): HeardAnswer | undefined;
}

/** A hook's answer as its agent hears it. */
export interface HeardAnswer {
  readonly decision: Decision;
  readonly reason: string;
}

const SILENCE: HookAnswer = { stdout: '', exitCode: 0 };
const ASK: Readonly<Record<Decision, string>> = { allow: 'allow', confirm: 'ask', deny: 'deny' };

function heard(word: unknown, reason: unknown): HeardAnswer | undefined {
  const decision = (['allow', 'confirm', 'deny'] as const).find((one) => ASK[one] === word);
  return decision && { decision, reason: typeof reason === 'string' ? reason : '' };
}

function parsed(stdout: string): Readonly<Record<string, unknown>> {
  return asRecord(parseJson(stdout));
}

function json(value: unknown): HookAnswer {
  return { stdout: `${JSON.stringify(value)}\n`, exitCode: 0 };
}

/** Exit code 2 blocks, and standard error is the reason. Any other code than 0 does not block. */
function blocked(reason: string): HookAnswer {
  return { stdout: '', stderr: `${reason}\n`, exitCode: 2 };
}

/** Claude Code and Codex: `{ tool_name, tool_input: { command }, cwd }`. */
function readTool(question: Readonly<Record<string, unknown>>, isShell: (name: string) => boolean) {
  const { tool_name: name, tool_input: input, cwd } = question;
  if (typeof name !== 'string') return undefined;
  if (!isShell(name)) return null;
  if (!isRecord(input)) return undefined;
  const { command, ws } = input;
  // Claude Code's Monitor runs a line, or listens to an address.
  if (name === 'Monitor' && command === undefined && ws !== undefined) return null;
  return asked(name, command, input['workdir'] ?? input['dir_path'] ?? input['directory'], cwd);
}

/** A command as text, or as an argv, usually `bash -lc LINE`. */
function asked(tool: string, command: unknown, inside: unknown, cwd: unknown): AskedLine | undefined {
  const line = typeof command === 'string' ? command : Array.isArray(command) ? lineOf(command) : undefined;
  if (line === undefined) return undefined;
  return {
    line,
    cwd: typeof cwd === 'string' && isAbsolute(cwd) ? cwd : undefined,
    inside: typeof inside === 'string' ? inside : undefined,
    ...(/^powershell$/i.test(tool) && { isPowerShell: true }),
  };
}

function lineOf(argv: readonly unknown[]): string | undefined {
  if (argv.length === 0 || !argv.every((word) => typeof word === 'string')) return undefined;
  return argv.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
}

const CLAUDE_CODE: AgentHook = {
  silence: SILENCE,
  ask: (command, cwd) => ({ hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: { command }, cwd }),
  hear: (stdout) => {
    const { permissionDecision, permissionDecisionReason } = asRecord(parsed(stdout)['hookSpecificOutput']);
    return heard(permissionDecision, permissionDecisionReason);
  },
  read: (question) => readTool(question, (name) => /^(?:Bash|Monitor|PowerShell)$/.test(name)),
  answer: (decision, permissionDecisionReason) =>
    json({
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: ASK[decision], permissionDecisionReason },
    }),
};

/**
 * Codex asks twice: before each tool (`PreToolUse`), where it hears only a denial, and before it would ask a person
 * (`PermissionRequest`), where "allow" skips the question and silence does not.
 */
const CODEX: AgentHook = {
  silence: SILENCE,
  ask: (command, cwd) => ({ hook_event_name: 'PermissionRequest', tool_name: 'Bash', tool_input: { command }, cwd }),
  hear: (stdout) => {
    if (stdout === '') return { decision: 'confirm', reason: '' };
    const { behavior, message } = asRecord(asRecord(parsed(stdout)['hookSpecificOutput'])['decision']);
    return heard(behavior, message);
  },
  read: (question) =>
    readTool(question, (name) => /^(?:bash|shell|local_shell|shell_command|exec_command)$/i.test(name)),
  answer: (decision, reason, question) => {
    const event = question?.['hook_event_name'];
    if (event === 'PermissionRequest') {
      if (decision === 'confirm') return SILENCE;
      const said = decision === 'deny' ? { behavior: 'deny', message: reason } : { behavior: 'allow' };
      return json({ hookSpecificOutput: { hookEventName: event, decision: said } });
    }
    if (question === undefined) return blocked(reason);
    if (decision !== 'deny') return SILENCE;
    const hookEventName = 'PreToolUse';
    return json({
      hookSpecificOutput: { hookEventName, permissionDecision: 'deny', permissionDecisionReason: reason },
    });
  },
};

/** Gemini CLI: "allow" does not skip the question of its own policy, `ask` forces one. */
const GEMINI: AgentHook = {
  silence: json({}),
  ask: (command, cwd) => ({
    hook_event_name: 'BeforeTool',
    tool_name: 'run_shell_command',
    tool_input: { command },
    cwd,
  }),
  hear: (stdout) => {
    const { decision, reason } = parsed(stdout);
    return heard(decision, reason);
  },
  read: (question) => readTool(question, (name) => name === 'run_shell_command'),
  answer: (decision, reason) => json({ decision: ASK[decision], reason: decision === 'allow' ? undefined : reason }),
};

const CURSOR: AgentHook = {
  silence: json({ permission: 'allow' }),
  ask: (command, cwd) => ({ hook_event_name: 'beforeShellExecution', command, cwd }),
  hear: (stdout) => {
    const { permission, user_message } = parsed(stdout);
    return heard(permission, user_message);
  },
  read: ({ command, cwd }) => asked('', command, undefined, cwd),
  answer: (decision, reason) => {
    const message = decision === 'allow' ? undefined : reason;
    return json({ permission: ASK[decision], user_message: message, agent_message: message });
  },
};

/** Copilot CLI: the arguments of a tool are JSON text. */
const COPILOT: AgentHook = {
  silence: json({}),
  ask: (command, cwd) => ({ toolName: 'bash', toolArgs: JSON.stringify({ command }), cwd }),
  hear: (stdout) => {
    const { permissionDecision, permissionDecisionReason } = parsed(stdout);
    return heard(permissionDecision, permissionDecisionReason);
  },
  read: ({ toolName, toolArgs, cwd }) => {
    if (typeof toolName !== 'string') return undefined;
    if (!/^(?:bash|shell|powershell)$/i.test(toolName)) return null;
    const args = typeof toolArgs === 'string' ? parseJson(toolArgs) : toolArgs;
    return isRecord(args) ? asked(toolName, args['command'], undefined, cwd) : undefined;
  },
  answer: (decision, permissionDecisionReason) => json({ permissionDecision: ASK[decision], permissionDecisionReason }),
};

/** Variables in which agents tell their hooks the folder of the session. */
const FOLDER_VARIABLES: Readonly<Record<string, string>> = {
  'claude-code': 'CLAUDE_PROJECT_DIR',
  gemini: 'GEMINI_PROJECT_DIR',
};

/**
 * The session of a question. Its folder comes from the agent's environment variable, or from Cursor's
 * `workspace_roots`.
 */
export function sessionOf(
  agent: string,
  { session_id, conversation_id, sessionId, workspace_roots: roots }: Readonly<Record<string, unknown>>,
  env: Environment,
): LineSession {
  const id = [session_id, conversation_id, sessionId].find((one) => typeof one === 'string' && one !== '');
  const folder = Array.isArray(roots) ? roots[0] : env[FOLDER_VARIABLES[agent] ?? ''];
  return {
    agent,
    id: typeof id === 'string' ? id : undefined,
    folder: typeof folder === 'string' && isAbsolute(folder) ? folder : undefined,
  };
}

/** Agents with a hook protocol, by the name that `atip gate --hook` takes. */
export const AGENT_HOOKS: Readonly<Record<string, AgentHook>> = {
  'claude-code': CLAUDE_CODE,
  codex: CODEX,
  gemini: GEMINI,
  cursor: CURSOR,
  copilot: COPILOT,
};
