import type { FormattedResult } from '@atip/core';
import { shortenTexts } from '@atip/core/internal';
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
  const short = shortenTexts([texts.stdout, texts.stderr], maxLength).map((one, at) => ({ ...one, name: names[at] }));
  const left = short.filter(({ isWhole }) => !isWhole).map(({ name }) => `Of ${name} not everything is here.`);
  return {
    ...(exitCode !== null && { exitCode }),
    ...Object.fromEntries(short.map(({ name, text }) => [name, text])),
    ...{ truncated, timedOut, sandboxed: sandbox?.applied === true },
    notes: [...left, ...notices, ...(reason === undefined ? [] : [reason])],
  };
}
