import type { ToolDraft } from '../commands/tool-draft.ts';
import type { CompiledEntry } from '../types/provider.ts';

/** A drafted tool with where it comes from. */
export interface Compiled {
  readonly draft: ToolDraft;
  readonly entry: CompiledEntry;
}
