import type { SafetyStatements } from '../effects/safety-statements.ts';
import type { AtipTool } from '../types/tool.ts';
import type { CompiledParameter } from './compiled-parameters.ts';

/** A compiled tool before it takes any provider's form. */
export interface ToolDraft {
  readonly name: string;
  readonly tool: AtipTool;
  /** Of the command, or of the group that an action tool stands for. */
  readonly path: readonly string[];
  /** With safety flags, within the provider's limit. */
  readonly description: string;
  readonly statements: SafetyStatements;
  readonly parameters: readonly CompiledParameter[];
}
