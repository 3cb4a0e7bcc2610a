import type { Handler } from 'hono';
import type { ReadPage } from './page-files.ts';
import { isApiPath } from '../guard/guard.ts';
import { ProblemError } from '../http/problem.ts';

/** Answers with a file of the built page; needs no token, since the page holds no secret. */
export function servePage(page: ReadPage): Handler {
  return async (c) => {
    const file = isApiPath(c.req.path) ? null : await page(c.req.path);
    if (file === null && c.req.path === '/') {
      throw new ProblemError(503, 'page-not-built', 'The playground is not built yet. Run: npm run build');
    }
    if (file === null) throw new ProblemError(404, 'not-found', 'There is nothing at this address.');
    return c.body(file.body, 200, {
      'content-type': file.type,
      'cache-control': file.immutable ? 'public, max-age=31536000, immutable' : 'no-cache',
    });
  };
}
