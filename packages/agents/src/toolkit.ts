import { type AtipTool, generateSafetyPrompt, type ToolCall } from '@atip/core';
import { createExecutor, type NodeExecutor } from '@atip/node';
import { loadTools } from './load-tools.ts';
import { answerSearchCall, type SearchAnswer } from './search/answer-search-call.ts';
import type { ToolkitSettings } from './types.ts';

/** Chosen tools, and what runs their calls. */
export interface Toolkit {
  readonly tools: AtipTool[];
  readonly executor: NodeExecutor;
  /** What models are told about the dangers of these tools. */
  readonly system: string;
  /** With the strategy `search`: the answer to `search_commands` and `describe_command`. `undefined` for any other call. */
  search(call: ToolCall): SearchAnswer | undefined;
}

/** UTF-16 units of what models are told about dangers: what needs care stands in the definitions as well. */
const MAX_PROMPT = 8000;
/** Of commands that a model has yet to find; `search_commands` says of each what is dangerous. */
const SEARCH_PROMPT = 2000;

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
  return {
    tools,
    executor,
    system: generateSafetyPrompt(tools, { maxLength: strategy === 'search' ? SEARCH_PROMPT : MAX_PROMPT }),
    search: (call) =>
      strategy === 'search' ? answerSearchCall(call, tools, { policy: { ...settings.policy } }) : undefined,
  };
}

/** What becomes of our own failures where the host does not say. */
export function warn(error: Error): void {
  process.emitWarning(error);
}
