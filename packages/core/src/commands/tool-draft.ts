import type { AtipEffects, AtipTool, FlatCommand } from '../types/tool.ts';
import type { ActionGroup } from './actions.ts';
import type { CompiledParameter } from './parameter-shape.ts';

/** A compiled tool before it takes any provider's form. */
export interface ToolDraft {
  readonly name: string;
  readonly tool: AtipTool;
  /** Of the command, or of the group of an action tool. */
  readonly path: readonly string[];
  /** JSON Pointer of the command or group. */
  readonly pointer: string;
  readonly effects: AtipEffects;
  /** The description before it is cut and, for a single command, without its safety flags. */
  readonly prose: string;
  /** With safety flags, within the provider's limit. */
  readonly description: string;
  /** True if the limit took something of the description. */
  readonly isCut: boolean;
  readonly parameters: readonly CompiledParameter[];
  /** The command alone, or those of the group. */
  readonly commands: readonly FlatCommand[];
  /** Present where the tool covers a group. */
  readonly group?: ActionGroup;
}
