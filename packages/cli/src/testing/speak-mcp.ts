import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import type { Environment } from '@atip/node';
import { runTestCli } from './run-test-cli.ts';

const HELLO = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } };

/** Starts `atip mcp`, begins a session, makes these requests, and returns what was answered: results, or errors. */
export async function speak(
  options: readonly string[],
  host: { readonly env: Environment; readonly cwd: string },
  ...requests: readonly (readonly [method: string, params: object])[]
) {
  const streams = { stdin: new PassThrough(), stdout: new PassThrough() };
  const ended = runTestCli(['mcp', ...options], { ...host, streams });
  const lines = createInterface({ input: streams.stdout });
  const answers: Readonly<Record<string, unknown>>[] = [];
  for (const [method, params] of requests.length > 0 ? [['initialize', HELLO] as const, ...requests] : []) {
    streams.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id: answers.length + 1, method, params })}\n`);
    const [line] = await once(lines, 'line');
    const { result, error } = JSON.parse(String(line));
    answers.push(result ?? error);
    if (error !== undefined) break;
  }
  streams.stdin.end();
  return { answers, ...(await ended) };
}
