/**
 * ATIP documents of everyday programs without their own, loaded one at a time.
 *
 * @module @atip/catalog
 */
export { listShims, loadShim } from './load-shim.ts';
export type { ShimTool } from './shim-tool.ts';
