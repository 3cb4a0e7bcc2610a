import { compile, PROVIDERS, type Provider, selectCommands } from '@atip/core';
import type { ShareState } from '@atip/share';
import { holdsTag } from '../http/holds-tag.ts';
import { ProblemError } from '../http/problem.ts';
import type { AnswerCache } from './answer-cache.ts';
import { base64Url } from './base64url.ts';
import type { FoundShare } from './find-share.ts';
import { readTools, refusing } from './portable-routes.ts';
import { readFragment } from './read-fragment.ts';

/** A provider's form of one share, ready to be sent. */
export interface CompiledShare {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** With its quotation marks; of the bytes alone. */
  readonly etag: string;
  readonly refused?: undefined;
  readonly byteLength: number;
}

/** Why there is none. To find out costs as much as to compile, and anybody may ask, as often as they like. */
interface RefusedShare {
  readonly refused: ProblemError;
  readonly byteLength: number;
}

/** What comes of one share for one provider, always. */
export type ShareOutcome = CompiledShare | RefusedShare;

/** What one request for a compiled share says. */
export interface CompiledShareRequest {
  /** Such as `openai.json`. */
  readonly file: string;
  /** The header's value; 304 when the client has these bytes. */
  readonly ifNoneMatch: string | undefined;
  /** Ms since 1970. */
  readonly now: number;
}

/** Bytes of a SHA-256 that an etag has: 22 letters. */
const ETAG_BYTES = 16;

/** A year, in seconds: as long as anybody keeps anything. */
const MAX_AGE = 31_536_000;

/**
 * The tools of a share in a provider's form, as the body of an answer: what an agent needs, and nothing around it.
 *
 * The share's `strict` and `filter` hold; its own provider does not, since the address names one. Caches may keep it for as long
 * as the share lives; what they keep, deleting the share does not take back.
 * @param kept what was compiled before; an id says the content, so nothing in it grows old.
 * @throws ProblemError 404 `unknown-provider`; 422 `invalid-metadata`, `compile-failed`.
 */
export async function compiledShare(
  share: FoundShare,
  { file, ifNoneMatch, now }: CompiledShareRequest,
  kept: AnswerCache<ShareOutcome>,
): Promise<Response> {
  const provider = providerOf(file);
  const key = `${share.id}/${file}`;
  let outcome = kept.get(key);
  if (outcome === undefined) {
    outcome = await outcomeOf(share, provider);
    kept.set(key, outcome);
  }
  if (outcome.refused !== undefined) throw outcome.refused;
  const { bytes, etag } = outcome;
  const seconds = Math.max(0, Math.min(MAX_AGE, Math.floor((share.end - now) / 1000)));
  const headers = { etag, 'cache-control': `public, max-age=${seconds}, immutable` };
  if (holdsTag(ifNoneMatch, etag)) return new Response(null, { status: 304, headers });
  return new Response(bytes, { headers: { ...headers, 'content-type': 'application/json' } });
}

async function outcomeOf(share: FoundShare, provider: Provider): Promise<ShareOutcome> {
  try {
    return await compileShare(share, provider);
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    // With its stack and its words, roughly.
    return { refused: error, byteLength: 4096 + 2 * error.message.length };
  }
}

async function compileShare({ fragment }: FoundShare, provider: Provider): Promise<CompiledShare> {
  const bytes = new TextEncoder().encode(JSON.stringify(compileState(readFragment(fragment).state, provider)));
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  const etag = `"${base64Url(new Uint8Array(digest, 0, ETAG_BYTES))}"`;
  return { bytes, etag, byteLength: bytes.byteLength };
}

/** The provider that a file's name asks for. @throws ProblemError 404 `unknown-provider`. */
function providerOf(file: string): Provider {
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
