import { type AtipTool, type Compilation, flattenCommands, MAX_TOOLS } from '@atip/core';
import type { CompiledOutput } from '../../state/compile-protocol.ts';

/**
 * A compilation as the page shows it.
 *
 * @param tool what was compiled, a part of `whole` or all of it
 */
export function describeOutput(
  { provider, tools, losses }: Compilation,
  { tool, whole, strict }: { readonly tool: AtipTool; readonly whole: AtipTool; readonly strict: boolean },
): CompiledOutput {
  const total = flattenCommands(whole).length;
  return {
    provider,
    strict,
    text: JSON.stringify(tools, null, 2),
    tools: tools.length,
    maxTools: MAX_TOOLS[provider],
    bytes: new TextEncoder().encode(JSON.stringify(tools)).length,
    losses: losses.length,
    commands: { total, included: tool === whole ? total : flattenCommands(tool).length },
  };
}
