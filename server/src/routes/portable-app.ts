import { Hono } from 'hono';
import { PORTABLE_CHECKS } from '../generated/portable-checks.ts';
import { provide, refuseOtherMethods } from '../http/operation.ts';
import { answerErrors, answerNotFound } from '../http/problem.ts';
import type { PortablePorts } from '../ports.ts';
import { portable } from './portable.ts';

/** Builds the routes that need no process and no file, for companion and edge. The host checks a token before them. */
export function createPortableApp(ports: PortablePorts) {
  const app = new Hono()
    .onError(answerErrors(ports.report, ports.name))
    .notFound(answerNotFound)
    .use(provide(ports, PORTABLE_CHECKS))
    .route('/', portable);
  refuseOtherMethods(app);
  return app;
}

/** For the typed client of a host with only the portable routes: `hc<PortableApp>(origin)`. */
export type PortableApp = ReturnType<typeof createPortableApp>;
