import { createHash } from 'node:crypto';
import type { Handler } from 'hono';
import { isApiPath } from '../guard/guard.ts';
import { holdsTag } from '../http/holds-tag.ts';
import { ProblemError } from '../http/problem.ts';
import type { PageFile, ReadPage } from '../ports.ts';

/**
 * Answers with a file of the built page; needs no token, since the page holds no secret.
 *
 * What may change under its name is asked about each time by its tag, and sent again only when it has changed.
 */
export function servePage(page: ReadPage): Handler {
  return async (c) => {
    const brotli = acceptsBrotli(c.req.header('accept-encoding'));
    const file = isApiPath(c.req.path) ? null : await page(c.req.path, { brotli });
    if (file === null && c.req.path === '/') {
      throw new ProblemError(503, 'page-not-built', 'The playground is not built yet. Run: npm run build');
    }
    if (file === null) throw new ProblemError(404, 'not-found', 'There is nothing at this address.');
    const headers = headersOf(file);
    if (holdsTag(c.req.header('if-none-match'), headers['etag'] ?? null)) return c.body(null, 304, headers);
    return c.body(file.body, 200, { ...headers, 'content-type': file.type });
  };
}

function headersOf({ body, immutable, encoding }: PageFile): Record<string, string> {
  return {
    vary: 'Accept-Encoding',
    'cache-control': immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    ...(encoding && { 'content-encoding': encoding }),
    // Of the bytes that are sent, so that no two encodings of a file share a tag.
    ...(!immutable && {
      etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
      // Scripts can read this one header of the page that they are in, so a page without a token knows who serves it
      // without asking for what it would be refused.
      'server-timing': 'atip-companion',
    }),
  };
}

/**
 * Whether a client takes Brotli.
 * @param header its `Accept-Encoding`. Only what names `br` counts: who sends `*` says nothing about what it can undo.
 */
export function acceptsBrotli(header: string | undefined): boolean {
  return (header ?? '').split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === 'br' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
