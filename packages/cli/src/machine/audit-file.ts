import { join } from 'node:path';
import { type Environment, xdgPaths } from '@atip/node';

/** Where the decisions and runs of this user are on record. */
export function auditFile(env: Environment): string {
  return join(xdgPaths(env).state, 'audit.jsonl');
}
