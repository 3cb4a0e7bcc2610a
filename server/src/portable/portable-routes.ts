import {
  AtipError,
  type AtipTool,
  compile,
  createResultFilter,
  generateSafetyPrompt,
  type Issue,
  parseTool,
} from '@atip/core';
import type {
  CompileAnswer,
  CompileRequest,
  FilterAnswer,
  FilterRequest,
  PromptAnswer,
  PromptRequest,
  Source,
  ValidateRequest,
  Validation,
} from '../contract/portable-contract.ts';
import { ProblemError } from '../http/problem.ts';

/** Every issue of a document. Invalid metadata is an answer, not a refusal. */
export function validateSource({ source }: ValidateRequest): Validation {
  const { tool, issues } = parseTool(source);
  return { valid: tool !== undefined, issues, ...(tool && { tool }) };
}

/** Documents as one provider's tools. @throws ProblemError 422 `invalid-metadata`, `compile-failed`. */
export function compileSources({ sources, provider, settings }: CompileRequest): CompileAnswer {
  const tools = readTools(sources);
  return refusing('compile-failed', () => compile(tools, provider, settings));
}

/** What a model has to know before it calls these tools. @throws ProblemError 422 `invalid-metadata`, `prompt-failed`. */
export function promptForSources({ sources }: PromptRequest): PromptAnswer {
  const tools = readTools(sources);
  return refusing('prompt-failed', () => ({ prompt: generateSafetyPrompt(tools) }));
}

/** A text without its secrets, of whatever length a body may have. */
export function filterText({ text }: FilterRequest): FilterAnswer {
  // The request had its bound already, and whoever asked wants all of it back.
  return { text: createResultFilter([], { maxLength: Number.MAX_SAFE_INTEGER }).filter(text, '') };
}

/** Documents as tools. @throws ProblemError 422 `invalid-metadata`. */
export function readTools(sources: readonly Source[]): AtipTool[] {
  return sources.map((source, at) => {
    const { tool, issues } = parseTool(source);
    if (tool !== undefined) return tool;
    const detail = `sources[${at}] is no valid metadata. ${firstError(issues)} POST /validate lists every issue.`;
    throw new ProblemError(422, 'invalid-metadata', detail);
  });
}

function firstError(issues: readonly Issue[]): string {
  const error = issues.find(({ severity }) => severity === 'error');
  if (error === undefined) return '';
  const { range, message, path } = error;
  const where = range ? `Line ${range.start.line}, column ${range.start.column}` : `At ${JSON.stringify(path)}`;
  return `${where}: ${message}`;
}

/** What core refuses about documents or settings is the request's fault. */
export function refusing<Result>(code: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (!AtipError.isInstance(cause)) throw cause;
    throw new ProblemError(422, code, cause.message, { cause });
  }
}
