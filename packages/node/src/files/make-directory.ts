import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { systemErrorCode } from './system-error.ts';

/**
 * Makes a directory and its parents, synchronously, for hooks; only their owner may access them. Makes one after
 * another, because Node's own recursion spins below `/proc`. A missing home stays missing: system accounts have none
 * (`/nonexistent`).
 * @throws the system's error
 */
export function makeDirectory(path: string, home: string): void {
  if (path === home) throw new Error(`The home directory ${home} does not exist.`);
  try {
    mkdirSync(path, 0o700);
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === 'EEXIST') return;
    if (code !== 'ENOENT' || existsSync(dirname(path))) throw error;
    makeDirectory(dirname(path), home);
    mkdirSync(path, 0o700);
  }
}
