/**
 * ATIP documents for common programs that have none of their own, loaded one at a time.
 *
 * @module @atip/catalog
 */
export { listPlugins, listShims, loadShim, loadWithPlugins, summarizeShims } from './load-shim.ts';
export type { ShimSummary, ShimTool } from './shim-tool.ts';
