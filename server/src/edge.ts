import type { Hono } from 'hono';
import { createEdgeApp, describeError, type EdgeEnv } from './edge/edge-app.ts';

/** `scripts/build-edge.mjs` inserts them. */
declare const ATIP_VERSION: string;

/** One application for each isolate's bindings: building one costs more than answering most requests. */
const apps = new WeakMap<EdgeEnv, Hono>();

function appFor(env: EdgeEnv): Hono {
  const built = apps.get(env);
  if (built !== undefined) return built;
  const app = createEdgeApp(env, ATIP_VERSION, (error) => console.error(describeError(error)));
  apps.set(env, app);
  return app;
}

interface EdgeContext {
  waitUntil(promise: Promise<unknown>): void;
  passThroughOnException(): void;
  readonly props: unknown;
}

/** The workbench as a Worker, with the bindings of `wrangler.jsonc`. */
const worker: { fetch(request: Request, env: EdgeEnv, context: EdgeContext): Response | Promise<Response> } = {
  fetch: (request, env, context) => appFor(env).fetch(request, env, context),
};

export default worker;
