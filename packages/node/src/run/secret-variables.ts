import { findSecrets } from '@atip/core';
import { namesCredential } from '@atip/core/internal';
import type { Environment } from '../process/child-environment.ts';

/** A switch, or a number too short for a credential. */
const NO_CREDENTIAL = /^(?:true|false|yes|no|on|off|none|null|\d{1,4})?$/i;

/** The names of variables whose name or value looks like a credential: `{ GH_TOKEN: "x…", CI: "1" }` → `["GH_TOKEN"]`. */
export function secretVariables(environment: Environment): readonly string[] {
  return Object.entries(environment).flatMap(([name, value = '']) => {
    if (NO_CREDENTIAL.test(value)) return [];
    return namesCredential(name) || findSecrets(`${name}=${value}`).length > 0 ? [name] : [];
  });
}
