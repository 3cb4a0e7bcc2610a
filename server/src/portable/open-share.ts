import type { FoundShare } from './find-share.ts';

/** Letters of a header that every client takes; Node's have 16 KiB for all headers together. */
const MAX_LOCATION = 8000;

/**
 * Leads a browser to the page with a share.
 *
 * A fragment that is too long for a header goes in a page that leads on, without a script, and by a click where that is
 * switched off; `findShare` gives nothing that means anything in HTML.
 */
export function openShare({ fragment }: FoundShare): Response {
  const location = `/#${fragment}`;
  if (location.length <= MAX_LOCATION) return new Response(null, { status: 302, headers: { location } });
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta http-equiv="refresh" content="0;url=${location}">
<title>Opening the playground</title>
<p><a href="${location}">Open the playground</a></p>
</html>
`;
  return new Response(page, { headers: { 'content-type': 'text/html; charset=utf-8' } });
}
