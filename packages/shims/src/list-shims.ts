import { LOADERS } from './generated/loaders.ts';

/** The programs that this package has metadata for, sorted; nothing is loaded. */
export function listShims(): readonly string[] {
  return Object.keys(LOADERS);
}
