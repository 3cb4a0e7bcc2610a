/**
 * ATIP documents of everyday programs without their own, loaded one at a time.
 *
 * @module @atip/shims
 */
export { listShims } from './load-shim.ts';
export { loadShim } from './load-shim.ts';
export type { ShimName } from './generated/loaders.ts';
export type { ShimTool } from './shim-tool.ts';
