import {
  type AtipEffects,
  ArgumentValidationError,
  buildCommandArray,
  checkCall,
  type CommandMapping,
  type ExecutionPolicy,
  ExecutionError,
  mapToCommand,
  type PolicyDecision,
  type SandboxMode,
  sandboxModeFor,
  type ToolCall,
  type ToolCallValidation,
  trustSourceOf,
  UnknownCommandError,
  validateToolCall,
  withCallEffects,
} from '@atip/core';
import {
  createProgramLocator,
  describeEffects,
  type Environment,
  type FoundTool,
  type SandboxStatus,
  type SkippedTool,
} from '@atip/node';
import { sandboxProblem } from './sandbox-problem.ts';
import { skippedHint } from './skipped-hint.ts';

/** What is known of one call without running it, as `atip check` shows it and `--json` writes it. */
export interface CallCheck {
  readonly call: Pick<ToolCall, 'id' | 'name'>;
  readonly valid: boolean;
  readonly errors: ToolCallValidation['errors'];
  readonly warnings: ToolCallValidation['warnings'];
  /** Absent: no tool that is known has such a command. */
  readonly command?: CheckedCommand;
}

export interface CheckedCommand {
  readonly words: readonly string[];
  readonly effects: AtipEffects;
  /** The effects in words. */
  readonly may: string;
  readonly decision: PolicyDecision;
  /** Absent while the arguments are invalid. */
  readonly argv?: readonly string[];
  /** Absolute path. `null`: none that could be run. */
  readonly program: string | null;
  /** Why there is none that could be run. */
  readonly programProblem?: string;
  readonly sandbox: {
    readonly mode: SandboxMode;
    readonly available: boolean;
    /** Why the call cannot be held as it has to be. */
    readonly problem?: string;
  };
}

export interface ExamineSettings {
  readonly found: readonly FoundTool[];
  /** Documents that were left out, so that the reason is given where a command is missing. Absent: none. */
  readonly skipped?: readonly SkippedTool[];
  readonly policy: ExecutionPolicy;
  readonly env: Environment;
  readonly sandbox: SandboxStatus;
}

/** Takes a call through every stage before a process: map, validate, decide, argv, program, sandbox. */
export async function examineCall(call: ToolCall, settings: ExamineSettings): Promise<CallCheck> {
  const { found, skipped = [], policy, sandbox } = settings;
  const { id, name } = call;
  const tools = found.map(({ tool }) => tool);
  let mapping: CommandMapping;
  try {
    mapping = mapToCommand(name, tools);
  } catch (error) {
    if (!(error instanceof UnknownCommandError)) throw error;
    const problem = {
      code: 'UNKNOWN_COMMAND',
      message: error.message + skippedHint(name, { found, skipped }),
      parameter: '',
    } as const;
    return { call: { id, name }, valid: false, errors: [problem], warnings: [] };
  }
  const { validation, argv } = build(call, mapping);
  const { effects } = withCallEffects(mapping, validation.arguments);
  const { valid, errors, warnings } = validation;
  const mode = sandboxModeFor(policy, trustSourceOf(mapping.tool));
  const problem = sandboxProblem(mode, sandbox);
  const command: CheckedCommand = {
    words: mapping.command,
    effects,
    may: describeEffects([effects]),
    decision: checkCall(call, mapping, validation.arguments, policy),
    ...(argv && { argv }),
    ...(await locate(mapping.tool.name, settings)),
    sandbox: { mode, available: sandbox.available, ...(problem !== undefined && { problem }) },
  };
  return { call: { id, name }, valid, errors, warnings, command };
}

function build(call: ToolCall, mapping: CommandMapping) {
  const validation = validateToolCall(call, mapping, { refuseExtra: true });
  if (!validation.valid) return { validation };
  try {
    return { validation, argv: buildCommandArray(mapping, validation.arguments) };
  } catch (error) {
    if (!(error instanceof ArgumentValidationError)) throw error;
    return { validation: { ...validation, valid: false, errors: error.errors } };
  }
}

async function locate(name: string, { env, found }: ExamineSettings) {
  try {
    const program = await createProgramLocator({ env, found })(name);
    return program ? { program: program.path } : { program: null, programProblem: 'It is not on the PATH.' };
  } catch (error) {
    if (error instanceof ExecutionError) return { program: null, programProblem: error.message };
    if (!(error instanceof Error && 'code' in error && 'syscall' in error)) throw error;
    return { program: null, programProblem: `It cannot be looked at (${String(error.code)}).` };
  }
}
