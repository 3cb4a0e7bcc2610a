/**
 * Documents of more than 700 programs that say nothing of themselves: names, options, and the harm that words tell.
 *
 * @module @atip/registry
 */
export { listKnown, loadKnown } from './load-known.ts';
export type { KnownTool } from './load-known.ts';
