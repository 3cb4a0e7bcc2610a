import { type LockedPackage, productionGraph } from './production-graph.ts';
import { PUBLIC_PACKAGES } from './public-packages.ts';

/** The page is not published by itself: it lies built in the companion's package. */
export const PAGE = 'web';

/** Everything of ours and of others that is published, bundled, or installed with what is published; sorted by path. */
export function shippedPackages(): readonly LockedPackage[] {
  return productionGraph([...PUBLIC_PACKAGES.map(({ folder }) => folder), PAGE]);
}

/** Whether a package is of others. */
export function isForeign({ path }: LockedPackage): boolean {
  return path.startsWith('node_modules/') || path.includes('/node_modules/');
}
