import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Miniflare, type MiniflareOptions } from 'miniflare';
import { ROOT } from '../architecture/read-imports.ts';

export interface RunningWorker {
  /** Such as `http://127.0.0.1:40123`. */
  readonly url: string;
  /** The namespace of shares, past the Worker. */
  readonly kv: TestKv;
  /** Everything that workerd has printed. */
  log(): string;
  stop(): Promise<void>;
}

export interface TestKv {
  readonly get: (id: string) => Promise<string | null>;
  /** Writes what the Worker would write, or something else. */
  readonly put: (id: string, value: string, options?: { readonly metadata: object }) => Promise<void>;
  /** Ids of all shares, at most 1,000. */
  readonly ids: () => Promise<readonly string[]>;
}

/** Of KV's own interface what is used here. */
interface Namespace extends Omit<TestKv, 'ids'> {
  list(): Promise<{ readonly keys: readonly { readonly name: string }[] }>;
}

/**
 * Builds the edge Worker and starts it in workerd, with the settings of `server/wrangler.jsonc`, on a free port of 127.0.0.1.
 *
 * @throws Error with what the build said, when there is no built page, say.
 */
export async function startWorker(): Promise<RunningWorker> {
  buildWorker();
  const printed: string[] = [];
  const miniflare = new Miniflare({
    ...wranglerOptions(),
    host: '127.0.0.1',
    port: 0,
    handleRuntimeStdio: (...streams: readonly Readable[]) => {
      for (const stream of streams) stream.on('data', (chunk: Buffer) => printed.push(chunk.toString()));
    },
  });
  const { origin } = await miniflare.ready;
  // Miniflare's type for it names a package that is not installed, and so says something else.
  const namespace = (await miniflare.getKVNamespace('SHARES')) as unknown as Namespace;
  return {
    url: origin,
    kv: {
      get: (id) => namespace.get(id),
      put: (id, value, options) => namespace.put(id, value, options),
      ids: async () => (await namespace.list()).keys.map(({ name }) => name),
    },
    log: () => printed.join(''),
    stop: () => miniflare.dispose(),
  };
}

let isBuilt = false;

/** Builds it once in a process, so that no test runs an outdated build. */
export function buildWorker(): void {
  if (isBuilt) return;
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build-edge.mjs'], { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  isBuilt = true;
}

/** The fields of `server/wrangler.jsonc` that say what runs; the others say where. */
interface WranglerFile {
  readonly main: string;
  readonly compatibility_date: string;
  readonly compatibility_flags?: readonly string[];
  readonly assets: {
    readonly directory: string;
    readonly binding: string;
    readonly run_worker_first: readonly string[];
  };
  readonly kv_namespaces: readonly { readonly binding: string; readonly id: string }[];
  readonly ratelimits: readonly {
    readonly name: string;
    readonly simple: { readonly limit: number; readonly period: 10 | 60 };
  }[];
}

const SERVER = join(ROOT, 'server');

/** The content of `server/wrangler.jsonc`, whose comments are lines of their own. */
export function readWrangler(): WranglerFile {
  const text = readFileSync(join(SERVER, 'wrangler.jsonc'), 'utf8');
  return JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, ''));
}

/** `server/wrangler.jsonc` in the words of miniflare, as wrangler translates it. */
function wranglerOptions(): MiniflareOptions {
  const file = readWrangler();
  return {
    modules: [{ type: 'ESModule', path: join(SERVER, file.main) }],
    compatibilityDate: file.compatibility_date,
    compatibilityFlags: [...(file.compatibility_flags ?? [])],
    kvNamespaces: Object.fromEntries(file.kv_namespaces.map(({ binding, id }) => [binding, id])),
    ratelimits: Object.fromEntries(file.ratelimits.map(({ name, simple }) => [name, { simple }])),
    assets: {
      directory: join(SERVER, file.assets.directory),
      binding: file.assets.binding,
      routerConfig: {
        has_user_worker: true,
        static_routing: { user_worker: [...file.assets.run_worker_first] },
      },
    },
  };
}
