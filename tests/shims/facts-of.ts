import type { AtipEffects } from '@atip/core';

/** Paths of fields with their values, such as `filesystem.write=true`. */
export function factsOf(effects: AtipEffects | undefined, above = ''): string[] {
  return Object.entries(effects ?? {}).flatMap(([field, value]) =>
    typeof value === 'object' && !Array.isArray(value)
      ? factsOf(value, `${above}${field}.`)
      : [`${above}${field}=${value}`],
  );
}
