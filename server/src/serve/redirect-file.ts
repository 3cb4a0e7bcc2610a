import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** A file that leads a browser to a link, readable by nobody but its owner. */
export interface RedirectFile {
  /** `file://…`; holds no secret, so it may be an argument that every local user can read. */
  readonly url: string;
  /** Removes file and directory; the second time does nothing. */
  remove(): void;
}

/**
 * Writes a link into a page of mode 0600 in a new directory of mode 0700.
 *
 * Everything here is synchronous so that the file can still be removed while the process ends.
 * @param directory that the new one is made in, absolute.
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

/** A page that leads to `link` at once, and by a click where that is switched off. */
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

/** `content` ends at its own quote as well, and takes no quote inside. */
function escapeAttribute(text: string): string {
  return new URL(text).href
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '%22')
    .replaceAll("'", '%27');
}
