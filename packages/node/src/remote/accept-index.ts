import { join } from 'node:path';
import { isRecord } from '@atip/core/internal';
import type { Environment } from '../environment/child-environment.ts';
import { xdgPaths } from '../environment/xdg-paths.ts';
import { parseJson } from '../files/cache-file.ts';
import { digestOf } from '../files/digest.ts';
import { LockTimeoutError, withFileLock } from '../files/file-lock.ts';
import { decodeUtf8, readBoundedFile } from '../files/read-bounded-file.ts';
import { describeSystemError, unlessMissing, unlessRefusedLater } from '../files/system-error.ts';
import { ensureDirectory, writeFileAtomically } from '../files/write-file-atomically.ts';
import { canonicalDocument } from '../trust/canonical-json.ts';
import { readBundle } from '../trust/read-bundle.ts';
import { expectedOf, type Signer } from '../trust/signers.ts';
import { verifyBundle } from '../trust/verify-bundle.ts';
import { fetchIndex, parseRemoteAddress, type RemoteAddress, type RemoteIndex } from './remote-index.ts';

/**
 * The required signer of a registry's index: `ATIP_REGISTRY_KEY`, a file or the text of a public key, else the
 * configured signer.
 */
export function registrySigner(
  { url }: RemoteAddress,
  signers: readonly Signer[],
  { ATIP_REGISTRY_KEY: key = '' }: Environment,
): Signer | undefined {
  if (key !== '') return { name: 'ATIP_REGISTRY_KEY', key, source: 'org' };
  return signers.find(({ registry }) => {
    const address = registry === undefined ? '' : parseRemoteAddress(registry);
    return typeof address !== 'string' && address.url === url;
  });
}

/** An accepted index, or a sentence with the reason for refusal. */
export interface AcceptedIndex {
  readonly index: RemoteIndex | string;
  /** Sentences about an accepted index. */
  readonly notes: readonly string[];
}

interface AcceptSettings {
  readonly signer: Signer | undefined;
  readonly env: Environment;
  readonly now: Date;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Fetches the index of a registry and decides whether to accept it. With a signer it must be signed, unexpired, and not
 * older than one that this machine has seen. Without one every index is accepted, and a lower version is reported.
 * @throws the signal's reason once it is aborted
 */
export async function acceptIndex(address: RemoteAddress, settings: AcceptSettings): Promise<AcceptedIndex> {
  const { signer, env, now, signal } = settings;
  const fetched = await fetchIndex(address, { isSigned: signer !== undefined, signal });
  if (typeof fetched === 'string') return { index: fetched, notes: [] };
  const { index, text, bundle } = fetched;
  const problem = signer && (await signatureProblem({ index, text, bundle: bundle ?? '' }, signer, now));
  if (problem !== undefined) return { index: `Its index is refused. ${problem}`, notes: [] };
  const older = await rememberOr(address.url, { version: index.version, digest: digestOf(text) }, env);
  if (older === undefined) return { index, notes: [] };
  return signer === undefined ? { index, notes: [older] } : { index: `Its index is refused. ${older}`, notes: [] };
}

async function signatureProblem(
  { index, text, bundle }: { readonly index: RemoteIndex; readonly text: string; readonly bundle: string },
  signer: Signer,
  now: Date,
): Promise<string | undefined> {
  const expected = await expectedOf(signer);
  if ('problem' in expected) return expected.problem;
  const canonical = canonicalDocument(text);
  if ('problem' in canonical) return canonical.problem;
  const reading = await readBundle(bundle);
  if ('problem' in reading) return reading.problem;
  const result = await verifyBundle(reading.bundle, canonical.bytes, expected);
  if ('problem' in result) return result.problem;
  if (index.version === undefined) return 'It has no version, so that an older one could not be told from it.';
  if (index.expires === undefined) return undefined;
  // An unreadable date counts as expired.
  return Date.parse(index.expires) > now.getTime() ? undefined : `It expired (${index.expires.slice(0, 40)}).`;
}

/** Like `remember`; if nothing can be saved, it returns a sentence: an unchecked version may be old. */
async function rememberOr(...asked: Parameters<typeof remember>): Promise<string | undefined> {
  try {
    return await unlessRefusedLater(
      remember(...asked),
      (code) => `Its version cannot be compared with those seen before: ${describeSystemError(code)} (${code}).`,
    );
  } catch (error) {
    if (error instanceof LockTimeoutError) return error.message;
    throw error;
  }
}

interface Seen {
  readonly version: number;
  readonly digest: string;
}

/** Bytes; one registry needs about two hundred. */
const MAX_SEEN = 1_048_576;

/**
 * Remembers the newest index of a registry. This is state, not cache: emptying the cache must not make an old index
 * acceptable. @returns a sentence when this one is older, or differs from one of the same version
 */
async function remember(
  url: string,
  { version, digest }: { readonly version: number | undefined; readonly digest: string },
  env: Environment,
): Promise<string | undefined> {
  const directory = xdgPaths(env).state;
  const file = join(directory, 'registry-versions.json');
  // A registry without versions needs no memory.
  if (version === undefined && (await readSeen(file)) === 'missing') return undefined;
  await ensureDirectory(directory);
  return withFileLock(`${file}.lock`, async () => {
    const all = await readSeen(file);
    if (all === 'damaged')
      return `The versions of registries that were seen before cannot be read; look at ${JSON.stringify(file)}, and move it away.`;
    const seen = all === 'missing' ? undefined : all.get(url);
    if (seen !== undefined && (version === undefined || version < seen.version))
      return `It goes back: it has ${version === undefined ? 'no version' : `version ${version}`}, and version ${seen.version} was seen before.`;
    if (seen?.version === version && seen !== undefined)
      return seen.digest === digest
        ? undefined
        : `It is another one than was seen before with the same version, ${seen.version}.`;
    if (version === undefined) return undefined;
    const next = new Map(all === 'missing' ? [] : all).set(url, { version, digest });
    await writeFileAtomically(file, `${JSON.stringify(Object.fromEntries(next), null, 1)}\n`);
    return undefined;
  });
}

async function readSeen(file: string): Promise<ReadonlyMap<string, Seen> | 'missing' | 'damaged'> {
  const reading = await unlessMissing(readBoundedFile(file, MAX_SEEN, 'refused'));
  if (reading === undefined) return 'missing';
  const value = reading.bytes && parseJson(decodeUtf8(reading.bytes) ?? '');
  if (!isRecord(value)) return 'damaged';
  const entries = Object.entries(value).flatMap(([url, seen]): [string, Seen][] => {
    if (!isRecord(seen)) return [];
    const { version, digest } = seen;
    return typeof version === 'number' && typeof digest === 'string' ? [[url, { version, digest }]] : [];
  });
  return entries.length === Object.keys(value).length ? new Map(entries) : 'damaged';
}
