/**
 * ATIP documents of everyday programs without their own, loaded one at a time.
 *
 * @module @atip/catalog
 */
export { listPlugins, listShims, loadShim, loadWithPlugins, summarizeShims } from './load-shim.ts';
export type { ShimSummary, ShimTool } from './shim-tool.ts';
