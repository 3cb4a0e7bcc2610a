import type { RunningCompanion } from './start-companion.ts';
import { hasDisplay } from './open-browser.ts';
import { type RedirectFile, writeRedirectFile } from './redirect-file.ts';
import type { ServeHost } from './serve-host.ts';

/**
 * Prints the first link on standard output, and opens it where somebody sits.
 *
 * @param open absent: a browser is opened when standard output is a terminal and there is a display.
 */
export function showLink(host: ServeHost, companion: RunningCompanion, open: boolean | undefined): void {
  if (open ?? (host.stdout.isTTY === true && hasDisplay(host.env, host.platform))) openLink(host, companion);
  else host.stdout.write(`${companion.issueLink()}\n`);
}

/** Prints a link, and opens it through a file that is gone once the link has stopped working. */
function openLink(host: ServeHost, companion: RunningCompanion): void {
  let file: RedirectFile | undefined;
  const link = companion.issueLink(() => file?.remove());
  host.stdout.write(`${link}\n`);
  const onFailure = (): void => {
    host.stderr.write('No browser could be opened; open the link yourself.\n');
  };
  try {
    file = writeRedirectFile(link);
    host.openBrowser(file.url, onFailure);
  } catch (error) {
    // A full or read-only disk; the printed link works without a file.
    if (!(error instanceof Error && 'code' in error)) throw error;
    onFailure();
  }
}
