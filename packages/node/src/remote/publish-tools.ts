import { createPublicKey, type KeyObject } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type AtipTool, diffTools, parseTool, type ToolDiff } from '@atip/core';
import { asRecord } from '@atip/core/internal';
import type { Environment } from '../environment/child-environment.ts';
import { xdgPaths } from '../environment/xdg-paths.ts';
import { parseJson } from '../files/cache-file.ts';
import { digestOf } from '../files/digest.ts';
import { withFileLock } from '../files/file-lock.ts';
import { unlessMissing } from '../files/system-error.ts';
import { ensureDirectory } from '../files/write-file-atomically.ts';
import { canonicalDocument } from '../trust/canonical-json.ts';
import { readBundle } from '../trust/read-bundle.ts';
import { signDocument } from '../trust/sign-document.ts';
import { verifyBundle } from '../trust/verify-bundle.ts';
import { compareVersions } from './compare-versions.ts';
import { INDEX_BUNDLE, MAX_ENTRIES, MAX_INDEX, type RemoteIndex } from './remote-index.ts';
import {
  assertOurs,
  filesOf,
  indexText,
  readEarlierIndex,
  readRegistryFile,
  type RegistryDocument,
  registryDocuments,
  type RegistrySigning,
  RegistryWriteError,
  writeFiles,
} from './write-registry.ts';

/** One tool that was published. */
export interface PublishedTool {
  readonly name: string;
  readonly version: string;
  /** `same`: the registry already has exactly these bytes. */
  readonly state: 'new' | 'updated' | 'same';
  /** The previous version in the registry, and the differences. Absent: it is new, or the same. */
  readonly before?: { readonly version: string; readonly diff: ToolDiff };
  /** Earlier versions that stay, by their digests. */
  readonly kept: number;
}

export interface Publishing {
  readonly tools: readonly PublishedTool[];
  /** Version of the index. Absent: it is unsigned, and has no version. */
  readonly version?: number;
  /** New or changed files. */
  readonly written: number;
  /** Sentences about possible secrets, which every reader of the registry can see. */
  readonly doubts: readonly string[];
}

/**
 * Adds tools to a directory's registry, or replaces them by higher versions; everything else stays. The documents of
 * earlier versions stay under their digests, and the index lists them in `versions`.
 *
 * Writes documents first, then the signature, then the index, so that the index never names a missing file. Repeating
 * an interrupted publication finishes it. One at a time for each directory and user.
 * @throws RegistryWriteError before anything is written; LockTimeoutError; the system's error
 */
export async function publishTools(
  tools: readonly AtipTool[],
  directory: string,
  { env, signing }: { readonly env: Environment; readonly signing?: RegistrySigning | undefined },
): Promise<Publishing> {
  const { state } = xdgPaths(env);
  await ensureDirectory(state);
  const place = (await unlessMissing(realpath(directory))) ?? resolve(directory);
  // Not in the directory itself, where the lock could be committed.
  const lock = join(state, `publish-${digestOf(place).slice(0, 16)}.lock`);
  return withFileLock(lock, () => publish(tools, directory, signing));
}

async function publish(
  tools: readonly AtipTool[],
  directory: string,
  signing: RegistrySigning | undefined,
): Promise<Publishing> {
  const documents = registryDocuments(tools);
  if ('problems' in documents) throw new RegistryWriteError(documents.problems);
  const [indexPath, bundlePath] = [join(directory, 'index.json'), join(directory, INDEX_BUNDLE)];
  const before = await readEarlierIndex(indexPath);
  const text = await readRegistryFile(indexPath);
  if (before && before.dropped > 0)
    throw new RegistryWriteError([
      `${indexPath} cannot be read in ${before.dropped === 1 ? '1 of its entries' : `${before.dropped} of its entries`}.`,
    ]);
  const placed = await Promise.all(documents.map((one) => placeDocument(one, before, directory)));
  const problems = placed.flatMap((one) => ('problem' in one ? [one.problem] : []));
  if (problems.length > 0) throw new RegistryWriteError(problems);
  const ready = placed.flatMap((one) => ('problem' in one ? [] : [one]));
  const index = nextIndex(ready, { before, text, signing });
  const bundle = await readRegistryFile(bundlePath);
  const state = { index: text, next: index, bundle, tools: before?.tools.size ?? 0 };
  const problem = await signatureProblem(state, signing?.key, bundlePath);
  if (problem !== undefined) throw new RegistryWriteError([problem]);
  const files = filesOf(documents, directory);
  await assertOurs(files, directory);
  const isSigned = index === text && bundle !== undefined;
  const signed = signing && !isSigned ? signDocument(index, signing.key) : undefined;
  if (signed && 'problem' in signed) throw new RegistryWriteError([signed.problem]);
  const last = [...(signed ? [[bundlePath, signed.bundle] as const] : []), [indexPath, index] as const];
  const version = versionOf(index);
  return {
    tools: ready.map(({ published }) => published),
    ...(version !== undefined && { version }),
    written: await writeFiles([...files, ...last]),
    doubts: documents.flatMap(({ doubts }) => doubts),
  };
}

interface Placed {
  readonly name: string;
  /** The entry for the index; absent: the existing one. */
  readonly entry?: object;
  readonly published: PublishedTool;
}

/** Compares a document with the registry's of its name. */
async function placeDocument(
  { name, text, entry }: RegistryDocument,
  before: RemoteIndex | undefined,
  directory: string,
): Promise<Placed | { readonly problem: string }> {
  const { version } = entry;
  const current = before?.tools.get(name);
  if (current === undefined) {
    const twin = [...(before?.tools.keys() ?? [])].find((one) => one.toLowerCase() === name.toLowerCase());
    if (twin !== undefined)
      return refuse(name, `The registry has ${JSON.stringify(twin)}; hosts may not tell letter case.`);
    return { name, entry, published: { name, version, state: 'new', kept: 0 } };
  }
  const { versions = [] } = current;
  if (current.sha256 === entry.sha256)
    return { name, published: { name, version, state: 'same', kept: versions.length } };
  const path = join(directory, 'sha256', `${current.sha256}.json`);
  const old = await readRegistryFile(path);
  const { tool: was } = old === undefined || digestOf(old) !== current.sha256 ? {} : parseTool(old);
  const { tool: is } = parseTool(text);
  if (was === undefined || is === undefined)
    return refuse(name, `${path}, which the index names, is missing or was changed. Bring it back first.`);
  const diff = diffTools(was, is);
  const problem = versionProblem(version, was.version, versions, diff);
  if (problem !== undefined) return refuse(name, problem);
  const kept = [...versions, { version: was.version, sha256: current.sha256, size: current.size }];
  const named = Object.fromEntries(kept.map((one) => [one.version, { sha256: one.sha256, size: one.size }]));
  return {
    name,
    entry: { ...entry, versions: named },
    published: { name, version, state: 'updated', before: { version: was.version, diff }, kept: kept.length },
  };
}

function refuse(name: string, reason: string): { readonly problem: string } {
  return { problem: `${JSON.stringify(name)}: ${reason}` };
}

/** New content needs a higher version, because users may pin a version. */
function versionProblem(
  version: string,
  was: string,
  earlier: readonly { readonly version: string }[],
  { verdict }: ToolDiff,
): string | undefined {
  const hint = verdict === 'none' ? 'Only words changed' : `By what changed the next version is a ${verdict} one`;
  const how = `${hint} (\`atip diff\`).`;
  if (version === was)
    return `Its content changed and its version, ${JSON.stringify(version)}, did not. Raise it. ${how}`;
  if (earlier.some((one) => one.version === version))
    return `Version ${JSON.stringify(version)} was published before. Take a higher one than ${JSON.stringify(was)}. ${how}`;
  if ((compareVersions(version, was) ?? 1) > 0) return undefined;
  return `Version ${JSON.stringify(version)} is not higher than ${JSON.stringify(was)}, which the registry has. ${how}`;
}

interface IndexState {
  readonly before: RemoteIndex | undefined;
  readonly text: string | undefined;
  readonly signing: RegistrySigning | undefined;
}

/** The existing index if nothing changes; else the next one, with all other entries unchanged. */
function nextIndex(placed: readonly Placed[], { before, text = '', signing }: IndexState): string {
  const entries = new Map(Object.entries(asRecord(asRecord(parseJson(text))['tools'])));
  for (const { name, entry } of placed) if (entry) entries.set(name, entry);
  const sorted = [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
  if (sorted.length > MAX_ENTRIES)
    throw new RegistryWriteError([`A registry has ${MAX_ENTRIES.toLocaleString('en')} tools at most.`]);
  const expires = signing?.expires ?? before?.expires;
  const end = expires !== undefined && { expires };
  const version = before?.version;
  const isCounted = signing !== undefined || version !== undefined;
  const isSame =
    placed.every(({ entry }) => entry === undefined) &&
    expires === before?.expires &&
    (signing === undefined || version !== undefined);
  const next = indexText(sorted, { ...(isCounted && { version: (version ?? 0) + 1 }), ...end });
  if (Buffer.byteLength(next) > MAX_INDEX)
    throw new RegistryWriteError([`Its index would have more than ${MAX_INDEX} bytes.`]);
  return isSame && text !== '' ? text : next;
}

function versionOf(index: string): number | undefined {
  const { version } = asRecord(parseJson(index));
  return typeof version === 'number' ? version : undefined;
}

interface SignedState {
  readonly index: string | undefined;
  readonly next: string;
  readonly bundle: string | undefined;
  readonly tools: number;
}

/** A signer vouches for each entry: only an index that this key signed before is signed again. */
async function signatureProblem(
  { index, next, bundle, tools }: SignedState,
  key: KeyObject | undefined,
  path: string,
): Promise<string | undefined> {
  if (key === undefined)
    return bundle === undefined ? undefined : `The registry is signed (${path}); publish with --key.`;
  const again = 'To vouch for all of it, write it anew from its documents: `atip registry` with --key.';
  if (bundle === undefined && tools === 0) return undefined;
  if (bundle === undefined)
    return `The registry is not signed, and this key would vouch for ${tools === 1 ? 'a tool' : `${tools} tools`} that nobody signed. ${again}`;
  const problem = index === undefined ? 'There is no index.' : await signatureFault(index, bundle, key);
  if (problem === undefined) return undefined;
  // A publication that was interrupted between signature and index left the signature of the coming index.
  if ((await signatureFault(next, bundle, key)) === undefined) return undefined;
  return `${path} does not sign the index that is there: ${problem} It was changed without this key, or a publication was interrupted, which the same command finishes. ${again}`;
}

async function signatureFault(index: string, text: string, key: KeyObject): Promise<string | undefined> {
  const canonical = canonicalDocument(index);
  if ('problem' in canonical) return canonical.problem;
  const reading = await readBundle(text);
  if ('problem' in reading) return reading.problem;
  const pem = String(createPublicKey(key).export({ format: 'pem', type: 'spki' }));
  const result = await verifyBundle(reading.bundle, canonical.bytes, { key: pem });
  return 'problem' in result ? result.problem : undefined;
}
