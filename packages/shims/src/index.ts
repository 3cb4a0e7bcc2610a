export { listShims } from './list-shims.ts';
export { loadShim } from './load-shim.ts';
export type { ShimTool } from './shim-tool.ts';
