import type { FoundTool } from '../documents/tool-document.ts';
import type { Environment } from '../environment/child-environment.ts';
import { type Executable, findExecutable } from '../executables/find-executable.ts';
import { listTools } from './list-tools.ts';

/** A tool that is known by a name. */
export interface ResolvedTool {
  readonly found: FoundTool;
  /** The program that would run: the one that answered, else what the PATH has. `null`: it is not on this machine. */
  readonly executable: Executable | null;
}

/**
 * Looks a tool up by name, and the program that belongs to it.
 *
 * @param env absent: ours
 * @returns null when no tool of that name is known.
 */
export async function resolveTool(name: string, env: Environment = process.env): Promise<ResolvedTool | null> {
  const found = (await listTools(env)).found.find(({ tool }) => tool.name === name);
  if (found === undefined) return null;
  const { executable } = found;
  return { found, executable: executable ?? (await findExecutable(name, env)) };
}
