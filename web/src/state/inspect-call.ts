/** One call, stage by stage, up to the argv that would run. */
import {
  type AtipEffects,
  type AtipTool,
  type ArgumentProblem,
  ArgumentValidationError,
  buildCommandArray,
  callEffects,
  checkCall,
  type CommandMapping,
  type ExecutionPolicy,
  mapToCommand,
  type PolicyDecision,
  type ToolCall,
  type ToolCallValidation,
  UnknownCommandError,
  validateToolCall,
} from '@atip/core';

/** What became of each stage; a stage is absent when an earlier one stopped the call. */
export interface CallInspection {
  readonly call: ToolCall;
  readonly mapping: Stage<{ readonly command: readonly string[]; readonly effects: AtipEffects }>;
  readonly validation?: ToolCallValidation;
  readonly decision?: PolicyDecision;
  readonly argv?: Stage<{ readonly argv: readonly string[] }>;
}

export type Stage<Detail> = ({ readonly ok: true } & Detail) | { readonly ok: false; readonly message: string };

/**
 * Follows a call through core's stages: map, validate, policy, argv.
 *
 * Arguments that fail validation do not stop the policy, so that a person sees both answers; they do stop the argv.
 */
export function inspectCall(call: ToolCall, tool: AtipTool, policy: ExecutionPolicy): CallInspection {
  const mapping = mapped(call.name, tool);
  if (typeof mapping === 'string') return { call, mapping: { ok: false, message: mapping } };
  const validation = validateToolCall(call, mapping, { refuseExtra: true });
  return {
    call,
    mapping: { ok: true, command: mapping.command, effects: callEffects(mapping, validation.arguments) },
    validation,
    decision: checkCall(call, mapping, validation.arguments, policy),
    ...(validation.valid && { argv: built(mapping, validation.arguments) }),
  };
}

function mapped(name: string, tool: AtipTool): CommandMapping | string {
  try {
    return mapToCommand(name, [tool]);
  } catch (error) {
    if (error instanceof UnknownCommandError) return error.message;
    throw error;
  }
}

function built(
  mapping: CommandMapping,
  args: ToolCallValidation['arguments'],
): Stage<{ readonly argv: readonly string[] }> {
  try {
    return { ok: true, argv: buildCommandArray(mapping, args) };
  } catch (error) {
    if (error instanceof ArgumentValidationError) return { ok: false, message: messages(error.errors) };
    throw error;
  }
}

function messages(problems: readonly ArgumentProblem<string>[]): string {
  return problems.map((problem) => problem.message).join(' ');
}
