import { type AtipTool, generateSafetyPrompt } from '@atip/core';
import { createExecutor, type NodeExecutor } from '@atip/node';
import { loadTools } from './load-tools.ts';
import type { ToolkitSettings } from './types.ts';

/** Chosen tools, and what runs their calls. */
export interface Toolkit {
  readonly tools: AtipTool[];
  readonly executor: NodeExecutor;
  /** What models are told about the dangers of these tools. */
  readonly system: string;
}

/** @throws what `loadTools` and `createExecutor` throw */
export async function createToolkit(settings: ToolkitSettings): Promise<Toolkit> {
  const {
    tools: choices,
    cwd,
    timeout,
    signal,
    variables = [],
    compile = {},
    onError: _onError,
    ...machine
  } = settings;
  const { tools, found } = await loadTools(choices, machine.env ?? process.env);
  const { strategy } = compile;
  const executor = createExecutor({
    ...machine,
    tools,
    found,
    ...(strategy && { strategy }),
    execution: {
      environment: new Set(variables),
      ...(cwd !== undefined && { cwd }),
      ...(timeout !== undefined && { timeout }),
      ...(signal && { signal }),
    },
  });
  return { tools, executor, system: generateSafetyPrompt(tools) };
}

/** What becomes of our own failures where the host does not say. */
export function warn(error: Error): void {
  process.emitWarning(error);
}
