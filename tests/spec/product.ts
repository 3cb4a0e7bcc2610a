import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { expect, onTestFinished } from 'vitest';
import { ATIP } from '../atip.ts';

/** Generous, for machines under load; what is waited for comes at once on others. */
const SOON = { timeout: 60_000, interval: 20 };

/** Where machines are made: a directory that `remove` takes away. */
export interface Product {
  readonly root: string;
  readonly remove: () => void;
}

export function createProduct(): Product {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'atip-spec-')));
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}

/** A home with nothing in it but what a test puts there, and the product as a person starts it. */
export function createMachine({ root }: Product) {
  const home = realpathSync(mkdtempSync(join(root, 'home-')));
  const put = (path: string, content: unknown, mode = 0o644): string => {
    const whole = join(home, path);
    mkdirSync(dirname(whole), { recursive: true });
    writeFileSync(whole, typeof content === 'string' ? content : JSON.stringify(content), { mode });
    return whole;
  };
  /** Writes the configuration; programs have time to answer, however busy a machine is. */
  const configure = (more: object = {}): string =>
    put('.config/agent-tools/config.json', { probe: { timeout: 60_000 }, ...more });
  configure();
  mkdirSync(join(home, 'bin'));
  mkdirSync(join(home, 'work'));
  const env = { HOME: home, PATH: join(home, 'bin'), XDG_DATA_DIRS: join(home, 'share') };
  const cwd = join(home, 'work');

  /** Runs `atip` to its end. */
  const atip = async (...args: readonly string[]): Promise<{ code: number; out: string; err: string }> => {
    const child = spawn(process.execPath, [ATIP, ...args], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: Number(code), out, err };
  };

  /** Runs command lines that do not depend on each other, at the same time. */
  const atipEach = (...lines: readonly (readonly string[])[]) => Promise.all(lines.map((line) => atip(...line)));

  /** Starts `atip serve`. @returns how to ask its API. */
  const companion = async (...args: readonly string[]) => {
    const words = [ATIP, 'serve', '--port', '0', '--token-file', ...args];
    const child = spawn(process.execPath, words, { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] });
    onTestFinished(() => void child.kill('SIGKILL'));
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (piece: string) => {
      said += piece;
    });
    await expect.poll(() => said, SOON).toMatch(/\n$/);
    const { origin, port } = new URL(said.trim());
    const token = readFileSync(join(home, `.local/state/agent-tools/companion-${port}.token`), 'utf8').trim();
    const headers = {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json',
    };
    return async (path: string, body?: unknown): Promise<{ status: number; body: unknown }> => {
      const sent = body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) };
      const response = await fetch(`${origin}/api/v1${path}`, sent);
      return { status: response.status, body: await response.json() };
    };
  };

  /** Starts `atip mcp` and connects the official client to it. */
  const mcp = async (...args: readonly string[]): Promise<Client> => {
    const client = new Client({ name: 'test', version: '1.0.0' });
    const words = [ATIP, 'mcp', '--cwd', cwd, ...args];
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: words, env, cwd, stderr: 'ignore' }),
    );
    onTestFinished(() => client.close());
    return client;
  };

  return {
    ...{ home, cwd, atip, atipEach, companion, mcp, put, configure },
    /** Puts a program on the PATH. */
    program: (name: string, script: string): string => put(`bin/${name}`, script, 0o755),
    /** Puts a document where documents of the user are. */
    document: (name: string, content: unknown): string => put(`.local/share/agent-tools/tools/${name}.json`, content),
    shim: (name: string, content: unknown): string => put(`.local/share/agent-tools/shims/${name}.json`, content),
  };
}
