import { Hono } from 'hono';
import { PORTABLE_CHECKS } from '../generated/portable-checks.ts';
import { answerErrors, answerNotFound } from '../http/problem.ts';
import { addRoutes, refuseOtherMethods } from '../http/route.ts';
import type { PortablePorts } from '../ports.ts';
import { PORTABLE_ROUTES, type PortableApp } from './portable.ts';

/** Builds the routes that need no process and no file, for companion and edge. The host checks a token before them. */
export function createPortableApp(ports: PortablePorts): PortableApp {
  const app = new Hono().onError(answerErrors(ports.report, ports.name)).notFound(answerNotFound);
  addRoutes(app, PORTABLE_ROUTES, PORTABLE_CHECKS, ports);
  return refuseOtherMethods(app, PORTABLE_ROUTES);
}
