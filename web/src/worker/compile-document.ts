import { AtipError, type AtipTool, compile, type Issue, MAX_SOURCE_LENGTH, parseTool } from '@atip/core';
import type { CompiledOutput, CompileRequest, CompileResponse } from './protocol.ts';

/**
 * Checks and compiles one document for one provider.
 *
 * Never throws for a bad document: metadata that parses but cannot be compiled comes back as one more issue.
 */
export function compileDocument(request: CompileRequest): CompileResponse {
  const { tool, issues } = parseTool(request.text);
  if (tool === undefined) return { id: request.id, issues, parses: isJson(request.text) };
  try {
    return { id: request.id, issues, parses: true, tool, output: compiled(tool, request) };
  } catch (error) {
    if (!AtipError.isInstance(error)) throw error;
    return { id: request.id, issues: [...issues, issueFrom(error)], parses: true };
  }
}

function compiled(tool: AtipTool, { provider, strict }: CompileRequest): CompiledOutput {
  const { tools, losses } = compile([tool], provider, { strict });
  return {
    provider,
    strict,
    text: JSON.stringify(tools, null, 2),
    tools: tools.length,
    bytes: new TextEncoder().encode(JSON.stringify(tools)).length,
    losses: losses.length,
  };
}

function issueFrom(error: AtipError): Issue {
  return { code: error.code, severity: 'error', message: error.message, path: '' };
}

/** Only asked of documents that failed; what is too large for core is not parsed here either. */
function isJson(text: string): boolean {
  if (text.length > MAX_SOURCE_LENGTH) return true;
  try {
    JSON.parse(text);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
