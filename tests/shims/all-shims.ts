import { listShims, loadShim, type ShimTool } from '@atip/shims';

/** Every document of the package. */
export async function allShims(): Promise<ShimTool[]> {
  const loaded = await Promise.all(listShims().map(loadShim));
  return loaded.filter((tool) => tool !== undefined);
}
