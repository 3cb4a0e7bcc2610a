import {
  AtipError,
  type AtipTool,
  compile,
  createResultFilter,
  generateSafetyPrompt,
  type Issue,
  parseTool,
} from '@atip/core';
import { Hono } from 'hono';
import { ProblemError } from '../http/problem.ts';
import { operation } from '../http/operation.ts';
import { flag, foreign, type Infer, listOf, object, optional, text } from '../http/schema.ts';
import type { PortableEnv } from '../ports.ts';
import { COMPILATION, COMPILE_SETTINGS, ISSUE, PROVIDER, TOOL } from './core-schemas.ts';

const MAX_SOURCES = 500;

const SOURCE = foreign<string | Readonly<Record<string, unknown>>>(
  'Source',
  'A document: its text, whose issues have positions, or the object itself.',
  ['string', 'object'],
);
export type DocumentSource = Infer<typeof SOURCE>;

const SOURCES = listOf(SOURCE, { minItems: 1, maxItems: MAX_SOURCES });

const VALIDATE_REQUEST = object('ValidateRequest', { source: SOURCE });

const VALIDATION = object('Validation', { valid: flag(), issues: listOf(ISSUE), tool: optional(TOOL) });

const COMPILE_REQUEST = object('CompileRequest', {
  sources: SOURCES,
  provider: PROVIDER,
  settings: optional(COMPILE_SETTINGS),
});

const PROMPT_REQUEST = object('PromptRequest', { sources: SOURCES, examples: optional(flag()) });

const PROMPT_ANSWER = object('PromptAnswer', {
  prompt: text('Markdown; empty when there is nothing to say.'),
});

const FILTER_REQUEST = object('FilterRequest', { text: text() });

const FILTER_ANSWER = object('FilterAnswer', { text: text() });

export const documents = new Hono<PortableEnv>()
  .post(
    '/api/v1/validate',
    operation('validate', 'Every issue of a document', { body: VALIDATE_REQUEST, answer: VALIDATION }),
    (c) => {
      const { tool, issues } = parseTool(c.req.valid('json').source);
      return c.var.answer(tool ? { valid: true, issues, tool } : { valid: false, issues });
    },
  )
  .post(
    '/api/v1/compile',
    operation('compile', "Documents as one provider's tools, with losses and the source of each", {
      body: COMPILE_REQUEST,
      answer: COMPILATION,
      problems: { 422: ['invalid-metadata', 'compile-failed'] },
    }),
    (c) => {
      const { sources, provider, settings } = c.req.valid('json');
      const tools = readTools(sources);
      return c.var.answer(refusing('compile-failed', () => compile(tools, provider, settings)));
    },
  )
  .post(
    '/api/v1/prompt',
    operation('prompt', 'The safety prompt for a model that calls these tools', {
      body: PROMPT_REQUEST,
      answer: PROMPT_ANSWER,
      problems: { 422: ['invalid-metadata', 'prompt-failed'] },
    }),
    (c) => {
      const { sources, examples = false } = c.req.valid('json');
      const tools = readTools(sources);
      return c.var.answer({ prompt: refusing('prompt-failed', () => generateSafetyPrompt(tools, { examples })) });
    },
  )
  .post(
    '/api/v1/filter',
    operation('filter', 'A text without possible secrets and terminal sequences', {
      body: FILTER_REQUEST,
      answer: FILTER_ANSWER,
    }),
    (c) => {
      // The body was limited already, and the client wants the whole text back.
      const { filter } = createResultFilter([], { maxLength: Number.MAX_SAFE_INTEGER });
      return c.var.answer({ text: filter(c.req.valid('json').text, '') });
    },
  );

/** Documents as tools. @throws ProblemError 422 `invalid-metadata`. */
export function readTools(sources: readonly DocumentSource[]): AtipTool[] {
  return sources.map((source, at) => {
    const { tool, issues } = parseTool(source);
    if (tool !== undefined) return tool;
    const detail = `sources[${at}] is not a valid document. ${firstError(issues)} POST /validate lists every issue.`;
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

/** Core throws for invalid documents and settings; the client gets a 422. */
export function refusing<Result>(code: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (!AtipError.isInstance(cause)) throw cause;
    throw new ProblemError(422, code, cause.message, { cause });
  }
}
