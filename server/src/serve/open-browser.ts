import { spawn } from 'node:child_process';
import type { Environment } from '@atip/node';

/** Whether a browser window would appear where the person is. */
export function hasDisplay(env: Environment, platform: string): boolean {
  return platform === 'darwin' || platform === 'win32' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);
}

/**
 * Opens an address in the person's browser, and does not wait for it.
 *
 * @param url without any secret: it becomes an argument, which every local user can read.
 * @param onFailure called when no browser could be started; the printed link still works.
 */
export function openBrowser(url: string, platform: string, onFailure: (error: unknown) => void): void {
  const [command, ...args] = openerOf(url, platform);
  const opener = spawn(command, args, { stdio: 'ignore', detached: true });
  opener.once('error', onFailure);
  opener.unref();
}

function openerOf(url: string, platform: string): readonly [string, ...string[]] {
  if (platform === 'darwin') return ['open', url];
  // Unlike `start`, it is a program of its own and reads nothing into `&` or `^`.
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', url];
  return ['xdg-open', url];
}
