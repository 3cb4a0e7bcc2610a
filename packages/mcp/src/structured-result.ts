import type { FormattedResult } from '@atip/core';
import { costOf, lengthBound, MAX_TOKENS, sharesOf, shortenOutput, showGap, tokenBound } from '@atip/core/internal';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';

/**
 * The schema of `structuredContent`, in as few words as possible: some clients give it to their model with every tool.
 * @see MCP 2025-11-25, server/tools, Output Schema
 */
export const OUTPUT_SCHEMA: NonNullable<Tool['outputSchema']> = {
  type: 'object',
  properties: {
    exitCode: { type: 'integer' },
    stdout: { type: 'string' },
    stderr: { type: 'string' },
    truncated: { type: 'boolean' },
    timedOut: { type: 'boolean' },
    sandboxed: { type: 'boolean' },
    notes: { type: 'array', items: { type: 'string' } },
  },
  required: ['stdout', 'stderr'],
};

/** The streams of a run, kept apart. */
export interface RunStreams {
  /** Gets redacted text, like a host's `onOutput`. */
  push(stream: 'stdout' | 'stderr', text: string): void;
  readonly texts: Readonly<Record<'stdout' | 'stderr', string>>;
}

export function collectStreams(): RunStreams {
  const texts = { stdout: '', stderr: '' };
  return {
    texts,
    push: (stream, text) => {
      texts[stream] += text;
    },
  };
}

/**
 * The result of a run for programs. It never reads raw output: `streams` holds redacted text, and both together are as long as the text
 * for a model may be. JSON stays JSON. Absent `exitCode`: a signal ended the process.
 */
export function structuredResult(
  { raw }: FormattedResult,
  { texts }: RunStreams,
  maxLength: number | undefined,
): Record<string, unknown> {
  const { exitCode, truncated, timedOut, sandbox, notices = [], reason } = raw;
  const names = ['stdout', 'stderr'] as const;
  const bound = maxLength === undefined ? tokenBound(MAX_TOKENS) : lengthBound(maxLength);
  const shares = sharesOf(
    names.map((name) => costOf(texts[name], bound)),
    bound.most,
  );
  const short = names.map(
    (name, at) => [name, shortenOutput(texts[name], { ...bound, most: shares[at] ?? 0 })] as const,
  );
  const left = short.filter(([, { kind }]) => kind !== 'whole').map(([name]) => `Of ${name} not everything is here.`);
  return {
    ...(exitCode !== null && { exitCode }),
    ...Object.fromEntries(short.map(([name, one]) => [name, textOf(one)])),
    ...{ truncated, timedOut, sandboxed: sandbox?.applied === true },
    notes: [...left, ...notices, ...(reason === undefined ? [] : [reason])],
  };
}

function textOf(short: ReturnType<typeof shortenOutput>): string {
  if (short.kind !== 'cut') return short.text;
  const { head, tail, gap } = short;
  return `${head}${gap.unit === 'line' ? '' : '\n'}[${showGap(gap)}]\n${tail}`;
}
