import { type AtipTool, parseTool } from '@atip/core';

/**
 * A document as `parseTool` reads it from outside, so that it is as checked as any other, hints included that our types do not
 * list.
 */
export function readDocument(document: Readonly<Record<string, unknown>>): AtipTool {
  const { tool, issues } = parseTool({ atip: { version: '0.4' }, version: '1', ...document });
  const errors = issues.filter(({ severity }) => severity === 'error');
  if (!tool || errors.length > 0) throw new Error(`The document is not valid: ${JSON.stringify(errors)}`);
  return tool;
}
