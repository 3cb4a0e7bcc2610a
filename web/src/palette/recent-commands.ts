import type { SafeStorage } from '../state/safe-storage.ts';

const RECENT_KEY = 'atip.palette.v1';
/** How many are remembered. */
const MOST = 5;

/** Ids of the commands used lately, the latest first; what is stored in another form counts as none. */
export function recentCommands(local: SafeStorage): readonly string[] {
  const stored = local.getItem(RECENT_KEY);
  if (stored === null) return [];
  try {
    const value: unknown = JSON.parse(stored);
    return Array.isArray(value) ? value.filter((id) => typeof id === 'string').slice(0, MOST) : [];
  } catch (error) {
    if (error instanceof SyntaxError) return [];
    throw error;
  }
}

/** Puts a command before all others. */
export function rememberCommand(local: SafeStorage, id: string): void {
  const others = recentCommands(local).filter((other) => other !== id);
  local.setItem(RECENT_KEY, JSON.stringify([id, ...others].slice(0, MOST)));
}
