import type { FormattedResult } from '@atip/core';
import type { Tool } from '@modelcontextprotocol/sdk/types.js';

/**
 * The form of `structuredContent`, in as few words as possible: some clients hand it to their model with every tool.
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

/** The streams of a run, each for itself. */
export interface RunStreams {
  /** Gets text that was redacted and is bounded, as `CallHost.onOutput` has it. */
  push(stream: 'stdout' | 'stderr', text: string): void;
  readonly stdout: string;
  readonly stderr: string;
}

export function collectStreams(): RunStreams {
  const texts = { stdout: '', stderr: '' };
  return {
    push: (stream, text) => {
      texts[stream] += text;
    },
    get stdout() {
      return texts.stdout;
    },
    get stderr() {
      return texts.stderr;
    },
  };
}

/** A run for programs. Its raw output is never read here: `streams` has what may leave. An absent `exitCode` means a signal ended it. */
export function structuredResult({ raw }: FormattedResult, { stdout, stderr }: RunStreams): Record<string, unknown> {
  const { exitCode, truncated, timedOut, sandbox, notices = [], reason } = raw;
  return {
    ...(exitCode !== null && { exitCode }),
    ...{ stdout, stderr, truncated, timedOut },
    sandboxed: sandbox?.applied === true,
    notes: [...notices, ...(reason === undefined ? [] : [reason])],
  };
}
