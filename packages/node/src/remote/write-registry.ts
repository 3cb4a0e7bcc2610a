import type { KeyObject } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type AtipTool, checkTool, findSecrets, flattenCommands, type TrustSource } from '@atip/core';
import { trustSourceOf } from '@atip/core/internal';
import { MAX_TOOL_DOCUMENT, documentText, SAFE_NAME, readToolDocument } from '../documents/tool-document.ts';
import { decodeUtf8, readBoundedFile } from '../files/read-bounded-file.ts';
import { digestOf } from '../files/digest.ts';
import { unlessMissing } from '../files/system-error.ts';
import { ensureDirectory, writeFileAtomically } from '../files/write-file-atomically.ts';
import { signDocument } from '../trust/sign-document.ts';
import {
  INDEX_BUNDLE,
  INDEX_VERSION,
  MAX_INDEX,
  parseRemoteIndex,
  type RemoteIndex,
  MAX_ENTRIES,
} from './remote-index.ts';

export interface RegistryWriting {
  readonly tools: number;
  /** New or changed files; all others were not touched. */
  readonly written: number;
  /** Files of earlier documents that no tool needs any more. */
  readonly removed: number;
  /** Sentences about possible secrets, which every reader of the registry can see. */
  readonly doubts: readonly string[];
}

/** Nothing was written; `problems` has the reasons, one sentence each. */
export class RegistryWriteError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join(' '));
    this.problems = problems;
  }
}

/** The web server may run as another user. */
const FILE_MODE = 0o644;

/**
 * Writes tools as a registry for any host of static files: `index.json`, `tools/NAME.json` and `sha256/HEX.json`.
 * A signed index has a version that increases with each change, and `index.json.sigstore.json` beside it. The index is
 * written last, so that it never names a missing file. Unused files of an earlier write are removed; foreign files are
 * neither changed nor removed. Limits: one writer at a time.
 * @throws RegistryWriteError before anything is written; the system's error.
 */
export async function writeRegistry(
  tools: readonly AtipTool[],
  directory: string,
  signing?: RegistrySigning,
): Promise<RegistryWriting> {
  const documents = registryDocuments(tools);
  if ('problems' in documents) throw new RegistryWriteError(documents.problems);
  const [indexPath, bundlePath] = [join(directory, 'index.json'), join(directory, INDEX_BUNDLE)];
  const before = await readEarlierIndex(indexPath);
  const isSigned = (await readRegistryFile(bundlePath)) !== undefined;
  if (isSigned && signing === undefined)
    throw new RegistryWriteError([`The registry is signed (${bundlePath}); sign it again with --key.`]);
  const index = nextIndex(documents, {
    before,
    text: isSigned ? await readRegistryFile(indexPath) : undefined,
    signing,
  });
  if (Buffer.byteLength(index) > MAX_INDEX)
    throw new RegistryWriteError([`Its index would have more than ${MAX_INDEX} bytes.`]);
  const signed = signing && signDocument(index, signing.key);
  if (signed && 'problem' in signed) throw new RegistryWriteError([signed.problem]);
  const wanted = filesOf(documents, directory);
  await assertOurs(wanted, directory);
  // A new signature of the same key over the same bytes would only change the file.
  const isSame =
    signed &&
    (await readRegistryFile(indexPath)) === index &&
    (await readRegistryFile(bundlePath))?.includes(signed.hint);
  // The signature comes before the index: a reader in between keeps the old index.
  const last = [...(signed && !isSame ? [[bundlePath, signed.bundle] as const] : []), [indexPath, index] as const];
  const written = await writeFiles([...wanted, ...last]);
  const doubts = documents.flatMap((document) => document.doubts);
  return { tools: documents.length, written, removed: await removeEarlier(before, wanted, directory), doubts };
}

/** The files of documents; first the one named by its digest, which machines read. */
export function filesOf(documents: readonly RegistryDocument[], directory: string): ReadonlyMap<string, string> {
  return new Map(
    documents.flatMap(({ name, text, entry }) => [
      [join(directory, 'sha256', `${entry.sha256}.json`), text] as const,
      [join(directory, 'tools', `${name}.json`), text] as const,
    ]),
  );
}

/** Writes files in order. @returns how many were new or changed */
export async function writeFiles(files: readonly (readonly [path: string, text: string])[]): Promise<number> {
  let written = 0;
  for (const [path, text] of files) {
    if ((await readRegistryFile(path)) === text) continue;
    await ensureDirectory(dirname(path), 0o777);
    await writeFileAtomically(path, text, FILE_MODE);
    written += 1;
  }
  return written;
}

/** The key that signs a registry, and the expiry. */
export interface RegistrySigning {
  readonly key: KeyObject;
  /** Machines refuse the index after it; ISO 8601. Absent: it never expires. */
  readonly expires?: string | undefined;
}

interface IndexState {
  readonly before: RemoteIndex | undefined;
  /** Text of the existing signed index. */
  readonly text: string | undefined;
  readonly signing: RegistrySigning | undefined;
}

/**
 * The existing index if the tools are the same, so that equal tools give equal bytes; else one with the next version.
 */
function nextIndex(documents: readonly RegistryDocument[], { before, text, signing }: IndexState): string {
  const entries = documents.map(({ name, entry }) => [name, entry] as const);
  if (signing === undefined)
    return indexText(entries, before?.version === undefined ? {} : { version: before.version + 1 });
  const { expires } = signing;
  const end = expires !== undefined && { expires };
  const same = before?.version !== undefined && indexText(entries, { version: before.version, ...end });
  return same === text ? same : indexText(entries, { version: (before?.version ?? 0) + 1, ...end });
}

/** @param entries sorted by name; the time of writing is not included */
export function indexText(entries: readonly (readonly [string, unknown])[], state: object): string {
  // Entries preserve a tool called `__proto__`.
  const tools: Record<string, unknown> = Object.fromEntries(entries);
  return `${JSON.stringify({ 'atip-registry': INDEX_VERSION, ...state, tools }, null, 1)}\n`;
}

/** @throws RegistryWriteError when `index.json` belongs to something else. */
export async function readEarlierIndex(path: string): Promise<RemoteIndex | undefined> {
  const text = await readRegistryFile(path);
  if (text === undefined) return undefined;
  const index = parseRemoteIndex(text);
  if (typeof index === 'string') {
    const why = /^<{7} /m.test(text) ? 'has the marks of a merge' : 'is not that of a registry';
    throw new RegistryWriteError([`${path} is there and ${why}. Nothing was written.`]);
  }
  return index;
}

/** Our files also have their bytes under their digest. @throws RegistryWriteError */
export async function assertOurs(wanted: ReadonlyMap<string, string>, directory: string): Promise<void> {
  const problems: string[] = [];
  for (const [path, own] of wanted) {
    const text = await readRegistryFile(path);
    if (text === undefined || text === own) continue;
    if ((await readRegistryFile(join(directory, 'sha256', `${digestOf(text)}.json`))) === text) continue;
    problems.push(`${path} was not written here, or was changed since. Move it away. Nothing was written.`);
  }
  if (problems.length > 0) throw new RegistryWriteError(problems);
}

async function removeEarlier(before: RemoteIndex | undefined, wanted: ReadonlyMap<string, string>, directory: string) {
  let removed = 0;
  for (const [name, { sha256, versions = [] }] of before?.tools ?? []) {
    const places = [sha256, ...versions.map((one) => one.sha256)].map(
      (digest) => [join(directory, 'sha256', `${digest}.json`), digest] as const,
    );
    // The name first: the other file's bytes prove that it is ours.
    for (const [path, digest] of [[join(directory, 'tools', `${name}.json`), sha256] as const, ...places]) {
      const text = wanted.has(path) ? undefined : await readRegistryFile(path);
      if (text === undefined || digestOf(text) !== digest) continue;
      await rm(path);
      removed += 1;
    }
  }
  return removed;
}

/** @returns undefined without a file; a text that none of our files has, for one that is too large or not UTF-8. */
export async function readRegistryFile(path: string): Promise<string | undefined> {
  const limit = Math.max(MAX_TOOL_DOCUMENT, MAX_INDEX);
  const reading = await unlessMissing(readBoundedFile(path, limit, 'refused'));
  return reading && ((reading.bytes && decodeUtf8(reading.bytes)) ?? '');
}

export interface RegistryTool {
  readonly sha256: string;
  readonly size: number;
  readonly version: string;
  readonly description: string;
  readonly commands: number;
  /** The document's own claim; readers of the registry trust at most `community`. */
  readonly trust: TrustSource;
}

export interface RegistryDocument {
  readonly name: string;
  readonly text: string;
  readonly entry: RegistryTool;
  /** Sentences about parts that a person should check before publishing. */
  readonly doubts: readonly string[];
}

/** Rules that match a word such as `secret` or the form of an address, which descriptions may contain. */
const GUESSED: RegExp = /^(?:secret-by-[a-z]+|url-credentials)$/;
/** Bytes of a name that leave room for the endings of a file and of its temporary one. */
const MAX_FILE_NAME = 200;

/**
 * Turns tools into documents, sorted by name. @returns a sentence for each problem: invalid, a bad or repeated name, a
 * secret.
 */
export function registryDocuments(
  tools: readonly AtipTool[],
): readonly RegistryDocument[] | { readonly problems: readonly string[] } {
  const problems: string[] = [];
  if (tools.length > MAX_ENTRIES) problems.push(`A registry has ${MAX_ENTRIES.toLocaleString('en')} tools at most.`);
  const seen = new Set<string>();
  const documents = tools.map((tool) => {
    const { name, version, description } = tool;
    const quoted = JSON.stringify(name);
    const { text } = documentText(tool);
    const own = problemsOf(tool, text);
    if (seen.has(name.toLowerCase())) own.push('There are two of this name; hosts may not tell letter case.');
    seen.add(name.toLowerCase());
    const secrets = findSecrets(text).map(({ rule, start }) => {
      const place = `(${rule}) in line ${text.slice(0, start).split('\n').length} of its document.`;
      return { isGuessed: GUESSED.test(rule), place };
    });
    for (const { isGuessed, place } of secrets) if (!isGuessed) own.push(`It has what looks like a secret ${place}`);
    problems.push(...own.map((problem) => `${quoted}: ${problem}`));
    const guessed = secrets.filter(({ isGuessed }) => isGuessed);
    // A document with an error may have commands that cannot be listed.
    const commands = own.length === 0 ? flattenCommands(tool).length : 0;
    const size = Buffer.byteLength(text);
    const entry = { sha256: digestOf(text), size, version, description, commands, trust: trustSourceOf(tool) };
    return { name, text, entry, doubts: guessed.map(({ place }) => `${quoted}: What may be a secret ${place}`) };
  });
  if (problems.length > 0) return { problems };
  return documents.sort((one, other) => (one.name < other.name ? -1 : 1));
}

function problemsOf(tool: AtipTool, text: string): string[] {
  if (!SAFE_NAME.test(tool.name)) return ['It cannot be the name of a program.'];
  if (Buffer.byteLength(tool.name) > MAX_FILE_NAME) return ['Its name is too long for that of a file.'];
  if (Buffer.byteLength(text) > MAX_TOOL_DOCUMENT) return [`Its document has more than ${MAX_TOOL_DOCUMENT} bytes.`];
  const from = { origin: 'tools', source: tool.name, place: 'user-file' } as const;
  const { skipped } = readToolDocument(text, tool.name, from);
  if (skipped) return [skipped.reason];
  const errors = checkTool(tool, text).filter(({ severity }) => severity === 'error');
  return errors.map(({ message }) => message);
}
