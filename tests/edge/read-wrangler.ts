import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MiniflareOptions } from 'miniflare';
import { ROOT } from '../architecture/read-imports.ts';

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

/** What stands in `server/wrangler.jsonc`, whose comments are lines of their own. @param server absolute; where that file is. */
export function readWrangler(server: string = SERVER): WranglerFile {
  const text = readFileSync(join(server, 'wrangler.jsonc'), 'utf8');
  return JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, ''));
}

/**
 * `server/wrangler.jsonc` in the words of miniflare, as wrangler translates it.
 * @param page the directory of the built page; absent: the one that is deployed.
 * @param server absolute; where that file is.
 */
export function wranglerOptions(page?: string, server: string = SERVER): MiniflareOptions {
  const file = readWrangler(server);
  return {
    modules: [{ type: 'ESModule', path: join(server, file.main) }],
    compatibilityDate: file.compatibility_date,
    compatibilityFlags: [...(file.compatibility_flags ?? [])],
    kvNamespaces: Object.fromEntries(file.kv_namespaces.map(({ binding, id }) => [binding, id])),
    ratelimits: Object.fromEntries(file.ratelimits.map(({ name, simple }) => [name, { simple }])),
    assets: {
      directory: page ?? join(server, file.assets.directory),
      binding: file.assets.binding,
      routerConfig: {
        has_user_worker: true,
        static_routing: { user_worker: [...file.assets.run_worker_first] },
      },
    },
  };
}
