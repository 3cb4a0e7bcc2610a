/**
 * Documents of more than 700 programs without their own: names, options, and the harm guessed from words.
 *
 * @module @atip/registry
 */
export { listKnown, loadKnown } from './load-known.ts';
export type { KnownTool } from './load-known.ts';
