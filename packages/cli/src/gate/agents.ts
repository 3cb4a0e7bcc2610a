import { isAbsolute } from 'node:path';
import type { Decision } from '@atip/core';

/** A line that an agent is about to run. */
export interface AskedLine {
  readonly line: string;
  /** Where the agent is, absolute. Absent: the hook's own. */
  readonly cwd?: string;
  /** Where the line starts, seen from there. */
  readonly inside?: string;
  /** True: it is for PowerShell, which reads it in another way than bash. */
  readonly isPowerShell?: true;
}

/** The words of a hook: text for standard output and error, and an exit code. */
export interface HookAnswer {
  readonly stdout: string;
  readonly stderr?: string;
  readonly exitCode: number;
}

/** The language in which an agent asks its hooks. */
export interface AgentHook {
  /** @returns the line; `null` where the agent asks about another tool, on which the gate has no opinion; undefined where the question cannot be read */
  read(question: Readonly<Record<string, unknown>>): AskedLine | null | undefined;
  /** @param question as it was read; absent where nothing could be decided */
  answer(decision: Decision, reason: string, question?: Readonly<Record<string, unknown>>): HookAnswer;
  /** Says "no opinion". */
  readonly silence: HookAnswer;
}

const SILENCE: HookAnswer = { stdout: '', exitCode: 0 };
const ASK: Readonly<Record<Decision, string>> = { allow: 'allow', confirm: 'ask', deny: 'deny' };

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
  if (!isObject(input)) return undefined;
  const { command, ws } = input;
  // Claude Code's Monitor runs a line, or listens to an address.
  if (name === 'Monitor' && command === undefined && ws !== undefined) return null;
  return asked(name, command, input['workdir'] ?? input['dir_path'] ?? input['directory'], cwd);
}

/** A command as text, or as an argv of which `bash -lc LINE` is the usual form. */
function asked(tool: string, command: unknown, inside: unknown, cwd: unknown): AskedLine | undefined {
  const line = typeof command === 'string' ? command : Array.isArray(command) ? lineOf(command) : undefined;
  if (line === undefined) return undefined;
  return {
    line,
    ...(typeof cwd === 'string' && isAbsolute(cwd) && { cwd }),
    ...(typeof inside === 'string' && { inside }),
    ...(/^powershell$/i.test(tool) && { isPowerShell: true }),
  };
}

function lineOf(argv: readonly unknown[]): string | undefined {
  if (argv.length === 0 || !argv.every((word) => typeof word === 'string')) return undefined;
  return argv.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

const CLAUDE_CODE: AgentHook = {
  silence: SILENCE,
  read: (question) => readTool(question, (name) => /^(?:Bash|Monitor|PowerShell)$/.test(name)),
  answer: (decision, permissionDecisionReason) =>
    json({
      hookSpecificOutput: { hookEventName: 'PreToolUse', permissionDecision: ASK[decision], permissionDecisionReason },
    }),
};

/**
 * Codex asks twice: before each tool (`PreToolUse`), where only a denial is heard, and where it would ask a person
 * (`PermissionRequest`), where an allowance spares the person and silence does not.
 */
const CODEX: AgentHook = {
  silence: SILENCE,
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

/** Gemini CLI: an allowance does not spare the question of its own policy, `ask` forces one. */
const GEMINI: AgentHook = {
  silence: json({}),
  read: (question) => readTool(question, (name) => name === 'run_shell_command'),
  answer: (decision, reason) => json({ decision: ASK[decision], ...(decision !== 'allow' && { reason }) }),
};

const CURSOR: AgentHook = {
  silence: json({ permission: 'allow' }),
  read: ({ command, cwd }) => asked('', command, undefined, cwd),
  answer: (decision, reason) =>
    json({ permission: ASK[decision], ...(decision !== 'allow' && { user_message: reason, agent_message: reason }) }),
};

/** Copilot CLI: the arguments of a tool are JSON text. */
const COPILOT: AgentHook = {
  silence: json({}),
  read: ({ toolName, toolArgs, cwd }) => {
    if (typeof toolName !== 'string') return undefined;
    if (!/^(?:bash|shell|powershell)$/i.test(toolName)) return null;
    const args = typeof toolArgs === 'string' ? parsed(toolArgs) : toolArgs;
    return isObject(args) ? asked(toolName, args['command'], undefined, cwd) : undefined;
  },
  answer: (decision, permissionDecisionReason) => json({ permissionDecision: ASK[decision], permissionDecisionReason }),
};

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The agents whose hooks the gate answers, by the name that `atip gate --hook` takes. */
export const AGENT_HOOKS: Readonly<Record<string, AgentHook>> = {
  'claude-code': CLAUDE_CODE,
  codex: CODEX,
  gemini: GEMINI,
  cursor: CURSOR,
  copilot: COPILOT,
};
