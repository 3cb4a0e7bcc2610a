import * as core from '@atip/core';
import * as importers from '@atip/core/importers';
import * as share from '@atip/share';
import * as shims from '@atip/shims';
import { documents, golden } from 'runtimes-data';
import type { Modules } from '../cases/context.ts';
import type { RuntimeReport } from '../report.ts';
import { runSuite } from '../suite.ts';

/** The packages as this runtime resolves them. */
export const MODULES: Modules = { core, importers, share, shims };

/** Runs the suite in whatever this is. */
export async function reportHere(): Promise<RuntimeReport> {
  const { locale, timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return {
    version: versionHere(),
    locale,
    timeZone,
    nodeGlobals: ['process', 'Buffer', 'setImmediate'].filter((name) => name in globalThis),
    cases: await runSuite(MODULES, documents, golden),
  };
}

/** Deno and Bun have a `process` too and name Node's version there; a browser and workerd have `navigator` alone. */
function versionHere(): string {
  // Every runtime has some of these and none has all: only what is there is read.
  const here = globalThis as {
    readonly Deno?: { readonly version: { readonly deno: string; readonly v8: string } };
    readonly Bun?: { readonly version: string };
    readonly process?: { readonly versions: { readonly node?: string; readonly v8?: string } };
    readonly navigator?: { readonly userAgent: string };
  };
  if (here.Deno) return `Deno ${here.Deno.version.deno}, V8 ${here.Deno.version.v8}`;
  if (here.Bun) return `Bun ${here.Bun.version}`;
  const { node, v8 } = here.process?.versions ?? {};
  return node === undefined ? (here.navigator?.userAgent ?? 'unknown') : `Node ${node}, V8 ${v8}`;
}
