import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { type AtipCommand, type AtipEffects, type AtipTool, checkTool } from '@atip/core';
import { isRecord } from '@atip/core/internal';
import {
  SAFE_NAME,
  type SkippedTool,
  skip,
  type ToolReading,
  MAX_TOOL_DOCUMENT,
  readToolDocument,
} from '../documents/tool-document.ts';
import { trustedAt } from '../documents/trust-at.ts';
import type { Environment } from '../environment/child-environment.ts';
import { xdgPaths } from '../environment/xdg-paths.ts';
import { stampNow } from '../executables/executable-identity.ts';
import { createExecutableFinder } from '../executables/find-executable.ts';
import { decodeUtf8 } from '../files/read-bounded-file.ts';
import { digestOf } from '../files/digest.ts';
import { allowedOr, describeSystemError, unlessRefusedLater } from '../files/system-error.ts';
import { readCacheFile, saveCacheFile } from '../files/cache-file.ts';
import type { Signer } from '../trust/signers.ts';
import { type AcceptedIndex, acceptIndex, registrySigner } from './accept-index.ts';
import {
  parseRemoteAddress,
  type RemoteAddress,
  readRemoteSetting,
  fetchBounded,
  type IndexEntry,
} from './remote-index.ts';

/** A program whose file has no marker. */
export interface PlainProgram {
  readonly path: string;
  /** With another stamp the program may describe itself. */
  readonly stamp: string;
}

interface TakeSettings {
  readonly env: Environment;
  /** Address, or `off`. Absent: `ATIP_REGISTRY`; without that nothing is fetched. */
  readonly registry?: string | undefined;
  /** Programs of the PATH that cannot describe themselves, by name. No other name is looked up. */
  readonly programs: ReadonlyMap<string, PlainProgram>;
  readonly described: ReadonlySet<string>;
  /** The possible signers of the registry. */
  readonly signers: () => Promise<readonly Signer[]>;
  readonly now: Date;
  readonly signal?: AbortSignal | undefined;
}

/** A scan's report on a registry. */
export interface RemoteReport {
  readonly url: string;
  readonly host: string;
  /** `unreadable`: the results of an earlier scan stay. */
  readonly index: 'fetched' | 'unreadable';
  /** Tools that only it describes. */
  readonly tools: number;
  /** Documents fetched over the network. */
  readonly fetched: number;
}

export interface TakenReadings {
  readonly readings: readonly ToolReading[];
  /** Absent: no registry was asked. */
  readonly report?: RemoteReport;
}

/**
 * The last step of discovery: a registry may describe existing programs without another document. It cannot change
 * another source's document or the program of a name, or add names without a program.
 * @throws the signal's reason once it is aborted.
 */
export async function takeRemoteTools(settings: TakeSettings): Promise<TakenReadings> {
  const { env, registry, described, signers } = settings;
  const setting = readRemoteSetting(env, registry);
  if (setting.kind === 'unset') return { readings: await readRemoteTools(env, described, signers) };
  if (setting.kind === 'unusable') return { readings: [unusableSetting(setting.problem)] };
  if (setting.kind === 'at') return takeFrom(setting.address, settings);
  const file = takenFile(env);
  return { readings: (await keeping(file, 'not-saved', rm(file, { force: true }))).problems };
}

async function takeFrom(
  address: RemoteAddress,
  { env, programs, described, signers, now, signal }: TakeSettings,
): Promise<TakenReadings> {
  const file = takenFile(env);
  const loaded = await keeping(file, 'unreadable', loadTaken(file));
  const signer = registrySigner(address, await signers(), env);
  // Documents taken before a signature was required are not trusted.
  const isEarlier = loaded.value?.registry === address.url && (signer === undefined || loaded.value.isSigned);
  const earlier = (isEarlier && loaded.value?.tools) || new Map<string, TakenTool>();
  const { index, notes } = await acceptIndex(address, { signer, env, now, signal });
  const isOpen = (name: string): boolean => programs.has(name) && !described.has(name);
  const wanted = typeof index === 'string' ? [] : [...index.tools].filter(([name]) => isOpen(name));
  const kept = new Map([...earlier.values()].map(({ sha256, text }) => [sha256, text]));
  const brought = await fetchDocuments(wanted, { address, kept, signal });
  const tools = takenOf(brought, programs);
  // If the index, or a document in it, cannot be fetched, the earlier scan's stays.
  for (const [name, tool] of earlier) {
    const program = programs.get(name);
    const isSame = program?.path === tool.path && program.stamp === tool.stamp;
    const isNamed = typeof index === 'string' || index.tools.has(name);
    if (isSame && isNamed && isOpen(name) && !tools.has(name)) tools.set(name, tool);
  }
  const saved = await keeping(
    file,
    'not-saved',
    saveTaken(file, { registry: address.url, isSigned: signer !== undefined, tools }),
  );
  const from = { address, mustBeSigned: signer !== undefined };
  const found = [...tools].map(([name, tool]) => readRemoteDocument(tool.text, name, { ...from, ...tool }));
  const url = `${address.url}/index.json`;
  return {
    readings: [
      ...found.sort((one, other) => ((one.found?.tool.name ?? '') < (other.found?.tool.name ?? '') ? -1 : 1)),
      ...indexProblems(index, url, earlier.size > 0),
      ...notes.map((note) => skip(url, 'registry-index', note)),
      ...brought.flatMap(({ reading }) => (reading.skipped ? [reading] : [])),
      ...loaded.problems,
      ...saved.problems,
    ],
    report: {
      ...{ url: address.url, host: address.host, index: typeof index === 'string' ? 'unreadable' : 'fetched' },
      tools: tools.size,
      fetched: brought.filter(({ isNew }) => isNew).length,
    },
  };
}

function indexProblems(index: AcceptedIndex['index'], url: string, hasEarlier: boolean): ToolReading[] {
  if (typeof index === 'string') {
    const instead = hasEarlier ? 'Its earlier documents stay in use.' : 'No earlier document of it exists.';
    return [skip(url, 'registry-unreadable', `${index} ${instead}`)];
  }
  if (index.dropped === 0) return [];
  return [skip(url, 'registry-index', `${index.dropped} of its entries cannot be read and do not count.`)];
}

function takenOf(brought: readonly BroughtDocument[], programs: TakeSettings['programs']): Map<string, TakenTool> {
  const tools = new Map<string, TakenTool>();
  for (const { reading, text } of brought) {
    const program = reading.found && programs.get(reading.found.tool.name);
    if (program && text !== undefined) {
      const { path, stamp } = program;
      tools.set(reading.found.tool.name, { path, stamp, text, sha256: digestOf(text) });
    }
  }
  return tools;
}

/** Does optional work on a cache file. @throws errors that do not come from the system. */
async function keeping<Value>(
  file: string,
  code: 'unreadable' | 'not-saved',
  act: Promise<Value>,
): Promise<{ readonly value?: Value; readonly problems: { readonly skipped: SkippedTool }[] }> {
  const done = act.then((value) => ({ value, problems: [] }));
  return unlessRefusedLater(done, (system) => {
    const reason = `What a registry says is not kept: ${describeSystemError(system)} (${system}).`;
    return { problems: [skip(file, code, reason)] };
  });
}

/**
 * Describes programs by the last scan's documents from a registry; fetches nothing. A description is valid while its
 * program is unchanged. @param env with another `ATIP_REGISTRY`, or `off`, the documents are ignored. @param described
 * names with another document; a registry does not replace those. @param signers the possible signers of the registry;
 * called when it has described something
 */
export async function readRemoteTools(
  env: Environment,
  described: ReadonlySet<string>,
  signers: TakeSettings['signers'],
): Promise<ToolReading[]> {
  const file = takenFile(env);
  const reading = loadTaken(file).then((taken) => taken && readTaken(taken, env, { described, signers }));
  const readings = await unlessRefusedLater(reading, (code) =>
    // A home that is a file has no cache.
    code === 'ENOTDIR'
      ? []
      : [skip(file, 'unreadable', `What a registry says cannot be read: ${describeSystemError(code)}.`)],
  );
  return readings ?? [];
}

async function readTaken(
  { registry, tools, isSigned }: TakenTools,
  env: Environment,
  { described, signers }: Pick<TakeSettings, 'described' | 'signers'>,
): Promise<ToolReading[]> {
  const setting = readRemoteSetting(env, undefined);
  if (setting.kind === 'unusable') return [unusableSetting(setting.problem)];
  const address = parseRemoteAddress(registry);
  const isOther = setting.kind === 'off' || (setting.kind === 'at' && setting.address.url !== registry);
  if (typeof address === 'string' || isOther) return [];
  const mustBeSigned = tools.size > 0 && registrySigner(address, await signers(), env) !== undefined;
  if (mustBeSigned && !isSigned)
    return [
      skip(
        registry,
        'registry-unreadable',
        'It has to be signed by now, and was not when it was asked. Discover again.',
      ),
    ];
  const find = createExecutableFinder(env);
  const readings = [...tools].map(async ([name, tool]): Promise<ToolReading | undefined> => {
    const executable = described.has(name) ? null : await find(name);
    if (executable === null) return undefined;
    if (executable.path !== tool.path || (await stampNow(tool.path)) !== tool.stamp) {
      const reason = 'It was replaced since a registry was asked about it. Discover again.';
      return skip(executable.foundAs, 'changed', reason);
    }
    return readRemoteDocument(tool.text, name, { address, sha256: tool.sha256, mustBeSigned });
  });
  return (await Promise.all(readings)).filter((reading) => reading !== undefined);
}

function unusableSetting(problem: string): { readonly skipped: SkippedTool } {
  return skip('ATIP_REGISTRY', 'registry-address', problem);
}

/** A program that only a registry describes, in its state at that scan, with its document. */
interface TakenTool extends PlainProgram {
  readonly text: string;
  /** Over the text's bytes, checked. */
  readonly sha256: string;
}

interface TakenTools {
  readonly registry: string;
  /** True: the required signer signed the index with these documents. */
  readonly isSigned: boolean;
  readonly tools: ReadonlyMap<string, TakenTool>;
}

/** Most bytes of all documents of a registry together: it could have one for every program of the PATH. */
const MAX_DOCUMENTS: number = 16 * 1024 * 1024;
const TAKEN_VERSION = 2;
/** Bytes: JSON needs at most two for each character of a document's text; the rest is for names and paths. */
const MAX_TAKEN_FILE: number = 3 * MAX_DOCUMENTS;

/** `…/agent-tools/remote/taken.json`, of the registry that was asked last. */
function takenFile(env: Environment): string {
  return join(xdgPaths(env).cache, 'remote', 'taken.json');
}

/** @returns undefined if nothing was taken, or the file was changed: the next scan fetches it again. */
async function loadTaken(file: string): Promise<TakenTools | undefined> {
  const { registry, isSigned, tools } = (await readCacheFile(file, TAKEN_VERSION, MAX_TAKEN_FILE)) ?? {};
  if (typeof registry !== 'string' || !Array.isArray(tools)) return undefined;
  return { registry, isSigned: isSigned === true, tools: new Map(tools.flatMap(readTakenTool)) };
}

function readTakenTool(tool: unknown): [string, TakenTool][] {
  if (!isRecord(tool)) return [];
  const { name, sha256, path, stamp, text } = tool;
  if (typeof name !== 'string' || typeof path !== 'string' || typeof stamp !== 'string') return [];
  if (typeof text !== 'string' || digestOf(text) !== sha256) return [];
  return SAFE_NAME.test(name) ? [[name, { sha256, path, stamp, text }]] : [];
}

function saveTaken(file: string, { registry, isSigned, tools }: TakenTools): Promise<void> {
  const list = [...tools].map(([name, tool]) => ({ name, ...tool }));
  return saveCacheFile(file, TAKEN_VERSION, { registry, isSigned, tools: list });
}

/** Ms for one document, and for all documents of a scan, so that a slow registry does not delay a scan for hours. */
const TIMEOUT = 15_000;
const TIMEOUT_OF_ALL = 60_000;
const AT_ONCE = 4;

interface DocumentSettings {
  readonly address: RemoteAddress;
  /** Texts of an earlier scan by their checked digest; they are not fetched again. */
  readonly kept: ReadonlyMap<string, string>;
  /** Bytes of all documents together. Absent: 16 MiB. */
  readonly maxBytes?: number;
  readonly signal?: AbortSignal | undefined;
}

/** A document in the index, or the reason for ignoring it. */
interface BroughtDocument {
  readonly reading: ToolReading;
  /** Absent: the document is ignored. */
  readonly text?: string;
  readonly isNew: boolean;
}

/**
 * Fetches the documents of index entries, in their order. Accepts only bytes of the stated digest and size, and only
 * under their name.
 * @throws the signal's reason once it is aborted.
 */
export async function fetchDocuments(
  entries: readonly (readonly [string, IndexEntry])[],
  { address, kept, maxBytes = MAX_DOCUMENTS, signal }: DocumentSettings,
): Promise<readonly BroughtDocument[]> {
  const results: BroughtDocument[] = [];
  const deadline = performance.now() + TIMEOUT_OF_ALL;
  const waiting = entries.entries();
  let room = maxBytes;
  const bring = async (name: string, entry: IndexEntry): Promise<BroughtDocument> => {
    const { sha256, size } = entry;
    const leaveOut = (reason: string): BroughtDocument => {
      const source = documentUrl(address, sha256);
      return { reading: skip(source, 'registry-document', `${JSON.stringify(name)}: ${reason}`), isNew: false };
    };
    const known = kept.get(sha256);
    // The index could state a wrong size of a kept document.
    const bytes = known === undefined ? size : Buffer.byteLength(known);
    if (bytes > room) return leaveOut(`With it, the registry's documents would have more than ${maxBytes} bytes.`);
    room -= bytes;
    const timeout = Math.ceil(Math.min(TIMEOUT, deadline - performance.now()));
    const text = known ?? (await fetchDocument(entry, address, { timeout, signal }));
    if (typeof text !== 'string') return leaveOut(text.reason);
    const reading = readRemoteDocument(text, name, { address, sha256 });
    return { reading, isNew: known === undefined, ...(reading.found && { text }) };
  };
  const work = async (): Promise<void> => {
    // Workers share one list.
    for (const [at, [name, entry]] of waiting) results[at] = await bring(name, entry);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return results;
}

async function fetchDocument(
  { sha256, size, encoding }: IndexEntry,
  address: RemoteAddress,
  { timeout, signal }: { readonly timeout: number; readonly signal: AbortSignal | undefined },
): Promise<string | { readonly reason: string }> {
  if (timeout <= 0) return { reason: 'The registry took too long for what came before. Discover again.' };
  const limits = { maxBytes: Math.min(size, MAX_TOOL_DOCUMENT), timeout, signal };
  const url = `${documentUrl(address, sha256)}${encoding === 'br' ? '.br' : ''}`;
  const answer = await fetchBounded(url, limits);
  if (answer.kind === 'failed') return answer;
  // If the host declared the compression, the file is already uncompressed.
  const isPacked = encoding === 'br' && digestOf(answer.bytes) !== sha256;
  const bytes = isPacked ? inflated(answer.bytes, limits.maxBytes) : answer.bytes;
  if (bytes === undefined || digestOf(bytes) !== sha256)
    return { reason: 'Its bytes are not those of the digest in the index.' };
  const text = decodeUtf8(bytes);
  // A byte order mark is not part of the text, whose digest would then differ.
  const isWhole = text !== undefined && digestOf(text) === sha256;
  return isWhole ? text : { reason: 'It is not UTF-8, or begins with a byte order mark.' };
}

/** Uncompresses a host's bytes; undefined for another format, and for a document larger than the index states. */
function inflated(bytes: Uint8Array, maxOutputLength: number): Buffer | undefined {
  return allowedOr(undefined, () => brotliDecompressSync(bytes, { maxOutputLength }));
}

function documentUrl({ url }: RemoteAddress, sha256: string): string {
  return `${url}/sha256/${sha256}.json`;
}

/**
 * Reads a document of a registry, with at most a registry's trust. A lint error excludes it: a stranger wrote it, and a
 * model would read it.
 * @param sha256 of its bytes, checked by the caller.
 */
export function readRemoteDocument(
  text: string,
  name: string,
  {
    address,
    sha256,
    mustBeSigned = false,
  }: { readonly address: RemoteAddress; readonly sha256: string; readonly mustBeSigned?: boolean },
): ToolReading {
  const source = documentUrl(address, sha256);
  const from = { origin: `registry:${address.host}`, source, place: 'registry' } as const;
  const { found, skipped } = readToolDocument(text, name, from);
  if (found === undefined) return { skipped };
  const [error] = checkTool(found.tool, text).filter(({ severity }) => severity === 'error');
  if (error !== undefined) return skip(source, 'invalid-metadata', error.message);
  const signed = found.signed && mustBeSigned && { signed: { ...found.signed, mustBeGood: true } };
  return { found: { ...found, ...signed, tool: lowerTrust(found.tool), hash: `sha256:${sha256}` } };
}

/**
 * Keeps only those reassurances of a registry's tool that the required sandbox enforces (nothing written, no network).
 * `destructive: false`, `reversible: true` and `billable: false` become unknown, so that the policy asks a person.
 * @see ATIP 0.3 §11.1
 */
export function lowerTrust(tool: AtipTool): AtipTool {
  return trustedAt(lowerNode(tool), 'registry');
}

function lowerNode<Node extends AtipTool | AtipCommand>(node: Node): Node {
  const { effects, commands } = node;
  // Entries preserve a command called `__proto__`.
  const below = Object.entries(commands ?? {}).map(([key, command]) => [key, lowerNode(command)] as const);
  return {
    ...node,
    ...(effects && { effects: believed(effects) }),
    ...(commands && { commands: Object.fromEntries(below) }),
  };
}

function believed({ destructive, reversible, cost, ...rest }: AtipEffects): AtipEffects {
  const { billable, ...costs } = cost ?? {};
  return {
    ...rest,
    ...(destructive === true && { destructive }),
    ...(reversible === false && { reversible }),
    ...(cost && { cost: { ...costs, ...(billable === true && { billable }) } }),
  };
}
