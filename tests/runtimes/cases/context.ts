import type { AtipTool } from '@atip/core';

/** The packages as a consumer gets them. */
export interface Modules {
  readonly core: typeof import('@atip/core');
  readonly importers: typeof import('@atip/core/importers');
  readonly share: typeof import('@atip/share');
  readonly shims: typeof import('@atip/shims');
}

/** Texts by name: `samples/git.json`, `help/rm.txt`, `specs/oclif.json`, `links.json`. */
export type Documents = Readonly<Record<string, string>>;

/** What the cases work on. */
export interface Context extends Modules {
  readonly documents: Documents;
  /** Every shim by name. */
  readonly tools: ReadonlyMap<string, AtipTool>;
}

/** A name, and what gives the output. Whatever it throws is the output as well. */
export type Case = readonly [name: string, run: () => unknown];

/** The cases of one group; nothing runs until it is asked for. */
export type Group = (context: Context) => readonly Case[];

/** @throws Error for a document that nobody laid out: an empty one would make every runtime agree about nothing. */
export function textOf({ documents }: Context, name: string): string {
  const text = documents[name];
  if (text === undefined) throw new Error(`There is no document ${name}.`);
  return text;
}

/** @throws Error for a program without a shim */
export function toolOf({ tools }: Context, name: string): AtipTool {
  const tool = tools.get(name);
  if (tool === undefined) throw new Error(`There is no shim of ${name}.`);
  return tool;
}
