import { compile, PROVIDERS, type Provider, selectCommands } from '@atip/core';
import type { ShareState } from '@atip/share';
import { ProblemError } from '../http/problem.ts';
import type { Share } from '../contract/portable-contract.ts';
import { contentId } from './content-id.ts';
import { readTools, refusing } from './portable-routes.ts';
import { readFragment } from './read-fragment.ts';

/**
 * The tools of a share in a provider's form, as the body of an answer: what an agent needs, and nothing around it.
 *
 * The share's `strict` and `filter` hold; its own provider does not, since the address names one.
 * @param file such as `openai.json`.
 * @param ifNoneMatch the header's value; 304 when the client has these bytes.
 * @throws ProblemError 404 `unknown-provider`; 422 `invalid-metadata`, `compile-failed`.
 */
export async function compiledShare(
  { fragment }: Share,
  file: string,
  ifNoneMatch: string | undefined,
): Promise<Response> {
  const body = JSON.stringify(compileState(readFragment(fragment).state, providerOf(file)));
  const etag = `"${await contentId(body)}"`;
  const headers = { etag, 'cache-control': 'public, max-age=31536000, immutable' };
  if (matches(ifNoneMatch, etag)) return new Response(null, { status: 304, headers });
  return new Response(body, { headers: { ...headers, 'content-type': 'application/json' } });
}

/** The provider that a file's name asks for. @throws ProblemError 404 `unknown-provider`. */
export function providerOf(file: string): Provider {
  const provider = PROVIDERS.find((name) => `${name}.json` === file);
  if (provider !== undefined) return provider;
  const names = PROVIDERS.map((name) => `${name}.json`).join(', ');
  throw new ProblemError(404, 'unknown-provider', `A share is there as one of ${names}.`);
}

function compileState({ documents, strict, filter }: ShareState, provider: Provider): unknown {
  const tools = readTools(documents.map(({ text }) => text));
  return refusing('compile-failed', () => {
    const chosen = filter === undefined ? tools : tools.map((tool) => selectCommands(tool, filter));
    return compile(chosen, provider, strict === undefined ? {} : { strict }).tools;
  });
}

/** @see RFC 9110 §13.1.2: the comparison is the weak one. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => ['*', etag].includes(tag.trim().replace(/^W\//, '')));
}
