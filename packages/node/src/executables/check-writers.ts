import { quoteElement } from '../files/describe-effects.ts';
import type { SkipCode } from '../documents/tool-document.ts';

export interface Account {
  readonly uid: number;
  /** The primary group first. */
  readonly gids: readonly number[];
}

export interface Refusal {
  readonly code: SkipCode;
  readonly reason: string;
}

export interface OwnerFields {
  readonly uid: bigint;
  readonly gid: bigint;
  readonly mode: bigint;
}

const OTHERS_WRITE = 0o002;
const GROUP_WRITES = 0o020;
const ROOT = 0;
/** Debian gives `/usr/local` to this group, whose members may install programs for everyone (Debian Policy 9.1.2). */
const DEBIAN_STAFF = 50;
/** Homebrew gives its directories to this group, whose members may become root. */
const MACOS_ADMIN = 80;

/**
 * Names the users besides root and the account who could change a file or directory; undefined without any.
 * Groups that may write: gid 0; a primary group with the account's own number; `staff` below `/usr/local` on Linux,
 * `admin` on macOS.
 * Limits: permission bits only. An access control list appears as a writing group, and goes unnoticed if that is one of
 * these.
 */
export function checkWriters(
  path: string,
  stats: OwnerFields,
  account: Account,
  platform: string = process.platform,
): Refusal | undefined {
  const [owner, group, mode] = [Number(stats.uid), Number(stats.gid), Number(stats.mode)];
  if (owner !== ROOT && owner !== account.uid) {
    return { code: 'foreign-owner', reason: `${quoteElement(path)} belongs to user ${owner}, not to root or you.` };
  }
  if ((mode & OTHERS_WRITE) !== 0) {
    return { code: 'world-writable', reason: `Everyone may write ${quoteElement(path)}; run chmod o-w on it.` };
  }
  if ((mode & GROUP_WRITES) === 0 || isTrustedGroup(group, path, account, platform)) return undefined;
  return { code: 'group-writable', reason: `Group ${group} may write ${quoteElement(path)}; run chmod g-w on it.` };
}

function isTrustedGroup(group: number, path: string, account: Account, platform: string): boolean {
  if (group === ROOT || (group === account.uid && group === account.gids[0])) return true;
  if (platform === 'darwin') return group === MACOS_ADMIN;
  return platform === 'linux' && group === DEBIAN_STAFF && `${path}/`.startsWith('/usr/local/');
}

/** The user and groups of this process. @returns null without user ids, as on Windows. */
export function currentAccount(): Account | null {
  const [uid, gid] = [process.geteuid?.(), process.getegid?.()];
  if (uid === undefined || gid === undefined) return null;
  return { uid, gids: [...new Set([gid, ...(process.getgroups?.() ?? [])])] };
}
