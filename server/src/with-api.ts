import type { Hono } from 'hono';
import type { ExtractSchema } from 'hono/types';
import type { JSONParsed } from 'hono/utils/types';
import type { CompanionApi, CompanionApp } from './contract/companion-api.ts';

/** The routes that the written API names, as they were chained. */
type ChainedApi<App> = {
  [Path in keyof CompanionApi]: Path extends keyof ExtractSchema<App> ? ExtractSchema<App>[Path] : never;
};

/** The written API with its answers as Hono types them, after their way through JSON. */
type WrittenApi = {
  [Path in keyof CompanionApi]: {
    [Method in keyof CompanionApi[Path]]: CompanionApi[Path][Method] extends {
      input: infer Input;
      output: infer Output;
    }
      ? Omit<CompanionApi[Path][Method], 'input' | 'output'> & { input: Input; output: JSONParsed<Output> }
      : never;
  };
};

/** Gives a chained application the written API's type; compiles only while the two agree, which Hono does not check. */
export function withApi<App extends Hono>(app: WrittenApi extends ChainedApi<App> ? App : never): CompanionApp {
  return app;
}
