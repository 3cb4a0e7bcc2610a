import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface RedirectFile {
  /** `file://…`; holds no secret, so it may be an argument that every local user can read. */
  readonly url: string;
  remove(): void;
}

/**
 * Writes a link into a page of mode 0600 in a new directory of mode 0700; synchronous, so that it can be removed while the
 * process ends.
 * @throws the system's error when it cannot be written.
 */
export function writeRedirectFile(link: string, directory: string = tmpdir()): RedirectFile {
  const folder = mkdtempSync(join(directory, 'atip-open-'));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'open.html');
    writeFileSync(path, redirectPage(link), { mode: 0o600, flag: 'wx' });
    return { url: pathToFileURL(path).href, remove };
  } catch (error) {
    remove();
    throw error;
  }
}

/** A page that leads to `link` at once, and by a click where redirects are switched off. */
export function redirectPage(link: string): string {
  const target = escapeAttribute(link);
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url=&quot;${target}&quot;">
<title>Opening the playground</title>
<p><a href="${target}">Open the playground</a></p>
</html>
`;
}

/** Escapes both quotes for the URL as well, because a refresh in `content` also ends at a quote of its own. */
function escapeAttribute(text: string): string {
  return new URL(text).href
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '%22')
    .replaceAll("'", '%27');
}

const OPENERS: Readonly<Record<string, readonly string[]>> = {
  darwin: ['open'],
  // Unlike `start`, it is a program of its own and gives `&` or `^` no meaning.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/**
 * Opens an address in the person's browser, and does not wait for it.
 * @param url without any secret: every local user can read arguments.
 * @param onFailure called when no browser could be started; the printed link still works.
 */
export function openBrowser(url: string, platform: string, onFailure: (error: unknown) => void): void {
  const [command = '', ...args] = OPENERS[platform] ?? ['xdg-open'];
  const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  opener.once('error', onFailure);
  opener.unref();
}
