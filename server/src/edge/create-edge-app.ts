import { Hono } from 'hono';
import { answerErrors, answerNotFound } from '../http/answer-errors.ts';
import { portableOpenApi } from '../openapi/portable-openapi.ts';
import { createPortableApp } from '../portable/create-portable-app.ts';
import { createCompiledCache } from './cache-compiled.ts';
import { createWriteBuckets } from './create-write-buckets.ts';
import type { EdgeCache, EdgeEnv } from './edge-env.ts';
import { edgeHeaders } from './edge-headers.ts';
import { createKvShareStore } from './kv-share-store.ts';
import { limitWrites } from './limit-writes.ts';
import { openCors } from './open-cors.ts';
import { refuseForeignWrites } from './refuse-foreign-writes.ts';
import { dropDeleted, serveCompiled } from './serve-compiled.ts';
import { servePage } from './serve-page.ts';

/** What the application at the edge is built over. */
export interface EdgePorts {
  readonly env: EdgeEnv;
  readonly cache: EdgeCache;
  readonly version: string;
  /** Ms since 1970; may jump. */
  readonly now: () => number;
  /** Gets what went wrong inside, which the client is not told. */
  readonly report: (error: unknown) => void;
}

/**
 * Builds the portable app for whoever comes: the playground, its stateless API, and shares in KV. Nothing here runs a command.
 *
 * The order of the chain is its security: headers on whatever comes out, then who may read the answer, then who may write and how
 * often, then the routes.
 */
export function createEdgeApp({ env, cache, version, now, report }: EdgePorts): Hono {
  const shares = createKvShareStore(env.SHARES, now, report);
  const openApi = portableOpenApi(version);
  const portable = createPortableApp({ name: 'atip-edge', version, shares, now, openApi, report });
  const compiled = createCompiledCache(cache, now);
  const load = async (request: Request): Promise<Response> => portable.fetch(request);
  return new Hono()
    .onError(answerErrors(report, 'atip-edge'))
    .notFound(answerNotFound)
    .use(edgeHeaders())
    .use(openCors())
    .use('/api/v1/shares/*', refuseForeignWrites())
    .use('/api/v1/shares/*', limitWrites(createWriteBuckets(now), env.WRITES))
    .use('/api/v1/shares/:id', dropDeleted(compiled))
    .get('/s/:id/:file', serveCompiled(compiled, load, report))
    .get('/', servePage(env.ASSETS))
    .route('/', portable);
}
