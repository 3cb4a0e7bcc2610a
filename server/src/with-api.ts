import type { Hono } from 'hono';
import type { ExtractSchema } from 'hono/types';
import type { JSONParsed } from 'hono/utils/types';
import type { CompanionApp, MachineApi } from './contract/companion-api.ts';
import type { PortableApi, PortableApp } from './contract/portable-api.ts';

/** The routes that a written API names, as they were chained. */
type ChainedApi<Api, App> = {
  [Path in keyof Api]: Path extends keyof ExtractSchema<App> ? ExtractSchema<App>[Path] : never;
};

/** A written API with its answers as Hono types them, after their way through JSON. */
type WrittenApi<Api> = {
  [Path in keyof Api]: {
    [Method in keyof Api[Path]]: Api[Path][Method] extends { input: infer Input; output: infer Output }
      ? Omit<Api[Path][Method], 'input' | 'output'> & { input: Input; output: JSONParsed<Output> }
      : never;
  };
};

/** The application, if it has the routes of the written API; `never` otherwise, so that handing it on does not compile. */
type Tied<Api, App> = WrittenApi<Api> extends ChainedApi<Api, App> ? App : never;

/** Gives a chained application the portable API's type; compiles only while the two agree, which Hono does not check. */
export function withPortableApi<App extends Hono>(app: Tied<PortableApi, App>): PortableApp {
  return app;
}

/** The same for the companion's; its portable routes were held against their API where they were chained. */
export function withApi<App extends Hono>(app: Tied<MachineApi, App>): CompanionApp {
  return app;
}
