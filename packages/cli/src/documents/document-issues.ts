import { type AtipTool, checkTool, type Issue, parseTool } from '@atip/core';

/** Everything there is to say about a document. */
export interface DocumentIssues {
  /** Absent when it is in error. */
  readonly tool?: AtipTool;
  /** In the order of the text. */
  readonly issues: readonly Issue[];
}

/** Reads a document, and lists what is wrong with its shape and doubtful about its meaning as one list. */
export function documentIssues(text: string): DocumentIssues {
  const { tool, issues } = parseTool(text);
  if (tool === undefined) return { issues };
  const all = [...issues, ...checkTool(tool, text)];
  return { tool, issues: all.sort((one, other) => offsetOf(one) - offsetOf(other)) };
}

function offsetOf({ range }: Issue): number {
  return range?.start.offset ?? 0;
}
