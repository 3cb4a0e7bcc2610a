import type { AtipTool, SandboxReport, ServedCheck } from '@atip/core';
import { ExecutionError } from '@atip/core/execute';
import { digestOf } from '../files/read-bounded-file.ts';
import type { Machine, ToolOutcome } from './machine.ts';

/** MCP servers that a person named, whose tools can be called. */
export interface ServedTools {
  /** Each server, by the name of its tool, with its settings: an approval is bound to them. */
  readonly servers: ReadonlyMap<string, { readonly settings: string }>;
  /** Values given to servers, such as tokens; they are redacted in all output. */
  readonly secrets: readonly string[];
  /** @throws ExecutionError when the server has ended */
  call(
    server: string,
    tool: string,
    args: Readonly<Record<string, unknown>>,
    options: { readonly timeout: number; readonly signal: AbortSignal },
  ): Promise<ServedResult>;
}

export interface ServedResult {
  readonly text: string;
  /** True: the tool reports a failure. */
  readonly isError: boolean;
  /** Absent: it answered in time. */
  readonly ended?: 'timeout' | 'stopped';
}

const PREFIX = 'mcp:';

/** The sandbox report for a call that a server answers. */
const ELSEWHERE: SandboxReport = {
  ...{ applied: false, kind: 'none', network: true, writable: ['/'] },
  notes: ['An MCP server answered, which you named; it runs outside the sandbox.'],
};

/**
 * Makes a machine that sends calls of served tools to their server, and all others to its programs. @throws
 * ExecutionError when a program and a server have one name, because their calls would be ambiguous
 */
export function withServedTools(machine: Machine, served: ServedTools, tools: readonly AtipTool[]): Machine {
  const both = tools.find((tool) => tool['x-mcp'] !== true && served.servers.has(tool.name));
  if (both)
    throw new ExecutionError(
      `${JSON.stringify(both.name)} is a program and an MCP server. Give the server another name.`,
    );
  const settingsOf = (path: string): string | undefined =>
    path.startsWith(PREFIX) ? served.servers.get(path.slice(PREFIX.length))?.settings : undefined;
  return {
    ...machine,
    async find(name, found) {
      const path = PREFIX + name;
      return served.servers.has(name) ? { path, foundAs: path } : machine.find(name, found);
    },
    async identify(path) {
      const settings = settingsOf(path);
      return settings === undefined
        ? machine.identify(path)
        : { path, hash: `sha256:${digestOf(settings)}`, stamp: '' };
    },
    async run(argv, program, options) {
      if (!options.server) return machine.run(argv, program, options);
      if (options.sandbox === 'required' || options.network !== undefined) throw new ExecutionError(UNHELD);
      return callServer(options.server, served, options);
    },
  };
}

const UNHELD =
  'An MCP server runs outside the sandbox, but the policy requires one for its calls: policy fields "sandbox" and "network".';

async function callServer(
  { name, tool, arguments: args }: ServedCheck['server'],
  served: ServedTools,
  { timeout, maxOutput, signal, onOutput }: Parameters<Machine['run']>[2],
): Promise<ToolOutcome> {
  const stop = new AbortController();
  const abort = (): void => stop.abort();
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  const started = performance.now();
  const options = { timeout, signal: stop.signal };
  const result = await served
    .call(name, tool, args, options)
    .finally(() => signal?.removeEventListener('abort', abort));
  const bytes = Buffer.from(result.text);
  const isCut = bytes.byteLength > maxOutput;
  // A character cut by the limit is dropped.
  const stdout = isCut ? new TextDecoder().decode(bytes.subarray(0, maxOutput), { stream: true }) : result.text;
  if (result.text !== '') await onOutput?.('stdout', result.text);
  return {
    exitCode: result.ended === undefined ? Number(result.isError) : null,
    ...{ stdout, stderr: '', duration: performance.now() - started, truncated: isCut },
    timedOut: result.ended === 'timeout',
    bytes: { stdout: bytes.byteLength, stderr: 0 },
    sandbox: ELSEWHERE,
  };
}
