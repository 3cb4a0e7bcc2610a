import { compile, PROVIDERS, type Provider, selectCommands } from '@atip/core';
import type { ShareState } from '@atip/share';
import { Hono } from 'hono';
import { headers } from '../http/openapi.ts';
import { holdsTag, operation } from '../http/operation.ts';
import { ProblemError } from '../http/problem.ts';
import { type Infer, object, oneOf, optional, text, wholeNumber } from '../http/schema.ts';
import type { PortableEnv } from '../ports.ts';
import { readFragment } from '../shares/share-fragment.ts';
import { asTold, contentId } from '../shares/stored-share.ts';
import { findShare, type FoundShare, storeFragment } from '../shares/short-links.ts';
import { PROVIDER_TOOLS } from './core-schemas.ts';
import { readTools, refusing } from './documents.ts';

const SHARE_ID = text({ pattern: '^[A-Za-z0-9_-]{22}$' });

const EXPIRES_AT = text('ISO 8601; absent: for ever.');

/** Closed: a misspelled end would keep a share for ever. */
const SHARE_REQUEST = object(
  'ShareRequest',
  {
    fragment: text('The part after # in a link of the playground; at most 1 MiB, and 500 documents.'),
    expiresIn: optional(
      wholeNumber({
        minimum: 60,
        maximum: 31_536_000,
        description: 'Seconds from now, up to 365 days; absent: for ever.',
      }),
    ),
  },
  { closed: true },
);
export type ShareRequest = Infer<typeof SHARE_REQUEST>;

const SHARE_LINK = object('ShareLink', { id: SHARE_ID, url: text(), expiresAt: optional(EXPIRES_AT) });
export type ShareLink = Infer<typeof SHARE_LINK>;

const SHARE = object('Share', { id: SHARE_ID, fragment: text(), expiresAt: optional(EXPIRES_AT) });

export const shares = new Hono<PortableEnv>()
  .post(
    '/api/v1/shares',
    operation(
      'storeShare',
      'Stores the content of a playground link, unless it holds a possible secret; storing it again only lengthens its life',
      {
        body: SHARE_REQUEST,
        answer: SHARE_LINK,
        status: 201,
        problems: {
          400: ['not-a-share-link', 'unsupported-version', 'damaged', 'invalid-state'],
          413: ['share-too-large'],
          422: ['secret-found'],
        },
      },
    ),
    async (c) => {
      const { link, status } = await storeFragment(c.req.valid('json'), new URL(c.req.url).origin, c.env);
      return c.var.answer(link, status);
    },
  )
  .get(
    '/api/v1/shares/:id',
    operation('getShare', 'A share as it was stored', {
      params: { id: SHARE_ID },
      answer: SHARE,
      problems: { 404: ['unknown-share'], 500: ['share-damaged'] },
    }),
    async (c) => {
      const { id, fragment, end } = await findShare(c.req.param('id'), c.env);
      return c.var.answer({ id, fragment, ...asTold(end) });
    },
  )
  .get(
    '/s/:id',
    operation('openShare', 'Leads to the page, with the share', {
      open: true,
      params: { id: SHARE_ID },
      responses: {
        302: { description: 'The page is at Location.', headers: headers('Location') },
        200: { description: 'A page that leads on.', content: { 'text/html': { schema: { type: 'string' } } } },
      },
      problems: { 404: ['unknown-share'], 500: ['share-damaged'] },
    }),
    async (c) => pageWithShare(await findShare(c.req.param('id'), c.env)),
  )
  .get(
    '/s/:id/:file',
    operation('getCompiledShare', "The share's documents as a provider's tools, and nothing around them", {
      open: true,
      params: { id: SHARE_ID, file: oneOf(PROVIDERS.map((provider) => `${provider}.json`)) },
      answer: PROVIDER_TOOLS,
      responses: {
        200: { headers: headers('ETag', 'Cache-Control') },
        304: { description: 'The client has it.' },
      },
      problems: {
        404: ['unknown-share', 'unknown-provider'],
        413: ['share-too-large'],
        422: ['invalid-metadata', 'compile-failed'],
        500: ['share-damaged'],
      },
    }),
    async (c) => {
      const share = await findShare(c.req.param('id'), c.env);
      return compiledShare(share, c.req.param('file'), c.req.header('if-none-match'));
    },
  );

/** A year, in seconds. */
const MAX_AGE = 31_536_000;

/** Compiles a share's tools with its `strict` and `filter`. Caches keep it until the share expires. */
async function compiledShare(share: FoundShare, file: string, ifNoneMatch: string | undefined): Promise<Response> {
  const body = JSON.stringify(compileState(readFragment(share.fragment), providerOf(file)));
  const etag = `"${await contentId(body)}"`;
  const seconds = Math.max(0, Math.min(MAX_AGE, Math.floor((share.end - Date.now()) / 1000)));
  const headers = { etag, 'cache-control': `public, max-age=${seconds}, immutable` };
  if (holdsTag(ifNoneMatch, etag)) return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { ...headers, 'content-type': 'application/json' } });
}

/** The provider of a file's name. @throws ProblemError 404 `unknown-provider`. */
function providerOf(file: string): Provider {
  const provider = PROVIDERS.find((name) => `${name}.json` === file);
  if (provider !== undefined) return provider;
  const names = PROVIDERS.map((name) => `${name}.json`).join(', ');
  throw new ProblemError(404, 'unknown-provider', `A share can be read as one of ${names}.`);
}

function compileState({ documents, strict, filter }: ShareState, provider: Provider): unknown {
  const tools = readTools(documents.map(({ text }) => text));
  return refusing('compile-failed', () => {
    const chosen = filter === undefined ? tools : tools.map((tool) => selectCommands(tool, filter));
    return compile(chosen, provider, strict === undefined ? {} : { strict }).tools;
  });
}

/** Letters of a header that every client accepts; Node allows 16 KiB for all headers together. */
const MAX_LOCATION = 8000;

/** Redirects to the page with a share; a fragment too long for a header goes into a page, where it cannot act as HTML. */
function pageWithShare({ fragment }: FoundShare): Response {
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
