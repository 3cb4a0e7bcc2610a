import type { McpTool } from '@atip/core';

/** Tools of one answer; a client asks for the next with the cursor. */
const PAGE = 100;

export interface ToolPage {
  readonly tools: readonly McpTool[];
  /** Absent: there are no more. */
  readonly nextCursor?: string;
}

/**
 * Cuts one page out of the tools.
 *
 * @param cursor as an earlier page had it
 * @returns undefined for a cursor that no page had
 */
export function pageOfTools(tools: readonly McpTool[], cursor: string | undefined): ToolPage | undefined {
  const start = cursor === undefined ? 0 : Number(/^[1-9]\d{0,6}$/.exec(cursor)?.[0]);
  if (!(start % PAGE === 0 && start <= tools.length)) return undefined;
  const end = start + PAGE;
  return { tools: tools.slice(start, end), ...(end < tools.length && { nextCursor: String(end) }) };
}
