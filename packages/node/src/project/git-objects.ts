import { createHash } from 'node:crypto';
import { closeSync, constants, existsSync, fstatSync, openSync, readSync, readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { constants as zlib, inflateSync } from 'node:zlib';
import { isInside } from '../files/real-path.ts';
import { allowedOr, unlessRefused } from '../files/system-error.ts';
import { repositoryOf } from './repositories.ts';

/**
 * A file of a repository is missing, damaged, or of a form that we do not read, so that we cannot tell which files git
 * could bring back.
 */
export class UnreadRepository extends Error {
  override readonly name = 'UnreadRepository';
}

/** An entry of a tree: a file, a link, a directory, or the commit of a submodule. */
interface TreeEntry {
  readonly mode: 'file' | 'link' | 'tree' | 'commit';
  /** In hexadecimal digits. */
  readonly id: string;
}

/** Reads the files of HEAD of a work tree. Each function throws `UnreadRepository` if it cannot tell. */
export interface HeadReader {
  readonly algorithm: 'sha1' | 'sha256';
  /** The directory of this work tree in its repository, where its index is. */
  readonly own: string;
  /**
   * The entries of a directory of HEAD; empty if HEAD has no such directory.
   * @param path from the work tree; empty: its top
   */
  entriesOf(path: string): ReadonlyMap<string, TreeEntry>;
  /** The text of a blob. */
  textOf(id: string): string;
  /** True if the object is in this repository, or in one that it borrows from and that belongs to this user. */
  has(id: string): boolean;
}

/** Bytes of one object that is read: a tree of 100,000 files in one directory has some 6 MB. */
const MAX_OBJECT = 16_777_216;
const MAX_PACKS = 500;
const MAX_ALTERNATES = 8;
const MAX_REFS = 16_777_216;
const MAX_CONFIG = 262_144;
/** Deltas on deltas: git makes 50, and reads 4,095. */
const MAX_DEPTH = 200;

/**
 * Opens HEAD of a work tree. It only reads files: no program, hook, filter or attribute of the repository runs.
 *
 * @throws UnreadRepository for a bare or partial repository, replaced objects and grafts, another storage of refs, and
 * an unborn HEAD
 */
export function openHead(tree: string): HeadReader {
  const repository = repositoryOf(tree);
  if (!repository) throw new UnreadRepository('no repository');
  const { own, common } = repository;
  const config = readText(join(common, 'config'), MAX_CONFIG) ?? '';
  if (/^\s*(?:partialclone|promisor|refstorage|bare\s*=\s*(?:true|yes|on|1)\b)/im.test(config))
    throw new UnreadRepository('a form');
  const algorithm = /^\s*objectformat\s*=\s*"?sha256/im.test(config) ? 'sha256' : 'sha1';
  if (existsSync(join(common, 'info/grafts')) || existsSync(join(common, 'refs/replace')))
    throw new UnreadRepository('replaced');
  const objects = new Objects(join(common, 'objects'), algorithm, tree);
  const commit = objects.read(headOf(own, common, algorithm), 'commit').toString('latin1');
  const root = /^tree ([0-9a-f]+)\n/.exec(commit)?.[1];
  if (root === undefined) throw new UnreadRepository('a commit');
  const known = new Map<string, ReadonlyMap<string, TreeEntry>>();
  const entriesOf = (path: string): ReadonlyMap<string, TreeEntry> => {
    const before = known.get(path);
    if (before) return before;
    const cut = path.lastIndexOf('/');
    const here =
      path === '' ? { mode: 'tree', id: root } : entriesOf(path.slice(0, Math.max(cut, 0))).get(path.slice(cut + 1));
    const entries = here?.mode === 'tree' ? readTree(objects.read(here.id, 'tree'), algorithm) : new Map();
    known.set(path, entries);
    return entries;
  };
  return {
    algorithm,
    own,
    entriesOf,
    textOf: (id) => objects.read(id, 'blob').toString('utf8'),
    has: (id) => objects.find(id) !== undefined,
  };
}

/**
 * The lines that `git branch` may print.
 *
 * @throws UnreadRepository for settings by which a fetch may make branches, as in a mirror, and for included settings
 */
export function branchLinesOf(tree: string): readonly string[] {
  const repository = repositoryOf(tree);
  const config = repository && readText(join(repository.common, 'config'), MAX_CONFIG);
  const isRead =
    config !== undefined &&
    !/^\s*(?:refstorage|mirror|\[include)|:\s*"?refs\/(?!remotes\/|tags\/)|:\s*"?(?!refs\/|\/)[\w*]+\/\*/im.test(
      config,
    );
  if (!repository || !isRead) throw new UnreadRepository('branches');
  const { own, common } = repository;
  const packed = readText(join(common, 'packed-refs'), MAX_REFS) ?? '';
  const loose = allowedOr([], () => readdirSync(join(common, 'refs/heads'), { recursive: true, encoding: 'utf8' }));
  const names = [
    ...new Set([...Array.from(packed.matchAll(/ refs\/heads\/(.+)$/gm), ([, name = '']) => name), ...loose]),
  ];
  // Those of other work trees are marked, and a text stands for none.
  const marks = ['  ', '* ', ...(own === common && !existsSync(join(common, 'worktrees')) ? [] : ['+ '])];
  const isOnBranch = readText(join(own, 'HEAD'), 4_096)?.startsWith('ref: refs/heads/') === true;
  return [...marks.flatMap((mark) => names.map((name) => mark + name)), ...(isOnBranch ? [] : ['* (HEAD'])];
}

/** The commit of HEAD. */
function headOf(own: string, common: string, algorithm: HeadReader['algorithm']): string {
  const isId = algorithm === 'sha1' ? /^[0-9a-f]{40}$/ : /^[0-9a-f]{64}$/;
  const packed = readText(join(common, 'packed-refs'), MAX_REFS) ?? '';
  if (packed.includes(' refs/replace/')) throw new UnreadRepository('replaced');
  let text = readText(join(own, 'HEAD'), 4_096)?.trimEnd();
  for (let depth = 0; depth < 5 && text !== undefined; depth++) {
    if (isId.test(text)) return text;
    const ref = /^ref: (refs\/[^\0-\x20\x7f]+)$/.exec(text)?.[1];
    if (ref === undefined || ref.split('/').includes('..')) break;
    const at = packed.indexOf(` ${ref}\n`);
    text =
      readText(join(own, ref), 4_096)?.trimEnd() ??
      readText(join(common, ref), 4_096)?.trimEnd() ??
      (at < 0 ? undefined : packed.slice(packed.lastIndexOf('\n', at) + 1, at));
  }
  throw new UnreadRepository('HEAD');
}

function readTree(bytes: Buffer, algorithm: HeadReader['algorithm']): ReadonlyMap<string, TreeEntry> {
  const size = algorithm === 'sha1' ? 20 : 32;
  const entries = new Map<string, TreeEntry>();
  for (let at = 0; at < bytes.length; ) {
    const [blank, end] = [bytes.indexOf(0x20, at), bytes.indexOf(0, at)];
    const mode = bytes.toString('latin1', at, blank);
    const kind = MODES[mode];
    if (blank < 0 || end < blank || end + 1 + size > bytes.length || kind === undefined)
      throw new UnreadRepository('a tree');
    entries.set(bytes.toString('utf8', blank + 1, end), {
      mode: kind,
      id: bytes.toString('hex', end + 1, end + 1 + size),
    });
    at = end + 1 + size;
  }
  return entries;
}

const MODES: Readonly<Record<string, TreeEntry['mode']>> = {
  100644: 'file',
  100755: 'file',
  100664: 'file',
  120000: 'link',
  40000: 'tree',
  160000: 'commit',
};

type Kind = 'commit' | 'tree' | 'blob' | 'tag';

/** The numbers of a pack. */
const KINDS: Readonly<Record<number, Kind>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' };

/** A loose object's file, or a place in a pack. */
type StoredAt = { readonly file: string } | { readonly pack: Pack; readonly offset: number };

class Objects {
  readonly #algorithm: HeadReader['algorithm'];
  readonly #directories: readonly string[];
  #packs: readonly Pack[] | undefined;

  constructor(directory: string, algorithm: HeadReader['algorithm'], tree: string) {
    this.#algorithm = algorithm;
    this.#directories = withAlternates(directory, tree);
  }

  find(id: string): StoredAt | undefined {
    for (const directory of this.#directories) {
      const file = join(directory, id.slice(0, 2), id.slice(2));
      // An empty file is what a crash leaves.
      if ((allowedOr(undefined, () => statSync(file, { throwIfNoEntry: false }))?.size ?? 0) > 0) return { file };
    }
    const size = this.#algorithm === 'sha1' ? 20 : 32;
    this.#packs ??= this.#directories.flatMap((directory) => packsIn(join(directory, 'pack'), size));
    for (const pack of this.#packs) {
      const offset = pack.find(Buffer.from(id, 'hex'));
      if (offset !== undefined) return { pack, offset };
    }
    return undefined;
  }

  /** An object of a kind. */
  read(id: string, kind: Kind): Buffer {
    const found = this.#read(id, 0);
    const digest = createHash(this.#algorithm).update(`${found.kind} ${found.bytes.length}\0`).update(found.bytes);
    if (found.kind !== kind || digest.digest('hex') !== id) throw new UnreadRepository('an object');
    return found.bytes;
  }

  #read(id: string, depth: number): { readonly kind: Kind; readonly bytes: Buffer } {
    const place = this.find(id);
    if (!place) throw new UnreadRepository('an object');
    if ('pack' in place) return this.#readPacked(place.pack, place.offset, depth);
    const whole = inflate(readWhole(place.file, MAX_OBJECT) ?? Buffer.alloc(0));
    const header = /^(commit|tree|blob|tag) (\d+)\0/.exec(whole.toString('latin1', 0, 32));
    const bytes = whole.subarray(header?.[0].length ?? 0);
    if (!header || Number(header[2]) !== bytes.length) throw new UnreadRepository('an object');
    return { kind: header[1] as Kind, bytes };
  }

  #readPacked(pack: Pack, offset: number, depth: number): { readonly kind: Kind; readonly bytes: Buffer } {
    if (depth > MAX_DEPTH) throw new UnreadRepository('deltas');
    const { type, base, bytes } = pack.read(offset);
    const kind = KINDS[type];
    if (kind !== undefined) return { kind, bytes };
    if (base === undefined) throw new UnreadRepository('a pack');
    const below =
      typeof base === 'number' ? this.#readPacked(pack, base, depth + 1) : this.#read(base.toString('hex'), depth + 1);
    return { kind: below.kind, bytes: applyDelta(below.bytes, bytes) };
  }
}

/**
 * Directories with the objects of a repository. Leaves out those of other users, who could remove objects at any time.
 */
function withAlternates(directory: string, tree: string): readonly string[] {
  const all = [directory];
  for (const one of all) {
    const text = readText(join(one, 'info/alternates'), MAX_CONFIG) ?? '';
    for (const line of text.split('\n')) {
      if (line === '' || line.startsWith('#')) continue;
      const other = resolve(one, line);
      const stats = allowedOr(undefined, () => statSync(other, { throwIfNoEntry: false }));
      const isOurs = isInside(other, tree) || process.getuid === undefined || stats?.uid === process.getuid();
      if (stats?.isDirectory() && isOurs && !all.includes(other) && all.length < MAX_ALTERNATES) all.push(other);
    }
  }
  return all;
}

function packsIn(directory: string, size: number): readonly Pack[] {
  const names = allowedOr([], () => readdirSync(directory)).filter((name) => /^pack-[0-9a-f]+\.idx$/.test(name));
  if (names.length > MAX_PACKS) throw new UnreadRepository('packs');
  return names.map((name) => new Pack(join(directory, name.slice(0, -4)), size));
}

/** A pack and its index of version 2. */
class Pack {
  readonly #path: string;
  readonly #size: number;
  #fanout: Buffer | undefined;
  #count = 0;
  #length = 0;

  constructor(path: string, size: number) {
    this.#path = path;
    this.#size = size;
  }

  /** The place of an object in the pack. */
  find(id: Buffer): number | undefined {
    return withFile(`${this.#path}.idx`, (file) => {
      this.#fanout ??= this.#open(file);
      const fanout = this.#fanout;
      const first = id[0] ?? 0;
      let low = first === 0 ? 0 : fanout.readUInt32BE(8 + 4 * (first - 1));
      let high = fanout.readUInt32BE(8 + 4 * first);
      const names = 8 + 1024;
      while (low < high) {
        const middle = (low + high) >>> 1;
        const order = readAt(file, names + middle * this.#size, this.#size).compare(id);
        if (order === 0) return this.#offsetAt(file, middle);
        if (order < 0) low = middle + 1;
        else high = middle;
      }
      return undefined;
    });
  }

  #offsetAt(file: number, index: number): number {
    const offsets = 8 + 1024 + this.#count * (this.#size + 4);
    const offset = readAt(file, offsets + 4 * index, 4).readUInt32BE();
    if (offset < 0x80000000) return offset;
    return Number(readAt(file, offsets + 4 * this.#count + 8 * (offset - 0x80000000), 8).readBigUInt64BE());
  }

  /** Checks that the index belongs to the pack, and that both are whole. */
  #open(file: number): Buffer {
    const fanout = readAt(file, 0, 8 + 1024);
    if (fanout.toString('hex', 0, 8) !== 'ff744f6300000002') throw new UnreadRepository('an index of a pack');
    this.#count = fanout.readUInt32BE(8 + 4 * 255);
    const { size } = fstatSync(file);
    const named = readAt(file, size - 2 * this.#size, this.#size);
    withFile(`${this.#path}.pack`, (pack) => {
      const { size: length } = fstatSync(pack);
      const header = readAt(pack, 0, 12);
      const isWhole =
        header.toString('latin1', 0, 4) === 'PACK' &&
        header.readUInt32BE(4) === 2 &&
        header.readUInt32BE(8) === this.#count &&
        readAt(pack, length - this.#size, this.#size).equals(named);
      if (!isWhole) throw new UnreadRepository('a pack');
      this.#length = length;
    });
    return fanout;
  }

  read(offset: number): { readonly type: number; readonly base: number | Buffer | undefined; readonly bytes: Buffer } {
    return withFile(`${this.#path}.pack`, (file) => {
      const head = readAt(file, offset, Math.min(64, this.#length - offset));
      let [at, byte] = [1, head[0] ?? 0];
      const type = (byte >> 4) & 7;
      let [size, shift] = [byte & 15, 4];
      for (; byte & 0x80; shift += 7) {
        byte = head[at++] ?? 0;
        size += (byte & 0x7f) * 2 ** shift;
      }
      if (size > MAX_OBJECT) throw new UnreadRepository('an object');
      let base: number | Buffer | undefined;
      if (type === 6) {
        byte = head[at++] ?? 0;
        let back = byte & 0x7f;
        while (byte & 0x80) {
          byte = head[at++] ?? 0;
          back = (back + 1) * 128 + (byte & 0x7f);
        }
        if (back <= 0 || back > offset) throw new UnreadRepository('a pack');
        base = offset - back;
      } else if (type === 7) {
        base = head.subarray(at, at + this.#size);
        at += this.#size;
      }
      // Compressing random bytes adds fewer.
      const most = Math.min(size + (size >> 8) + 64, this.#length - offset - at);
      const bytes = inflate(readAt(file, offset + at, most));
      if (bytes.length !== size) throw new UnreadRepository('a pack');
      return { type, base, bytes };
    });
  }
}

function applyDelta(base: Buffer, delta: Buffer): Buffer {
  let at = 0;
  const length = (): number => {
    let [value, shift, byte] = [0, 0, 0x80];
    for (; byte & 0x80 && at < delta.length; shift += 7) {
      byte = delta[at++] ?? 0;
      value += (byte & 0x7f) * 2 ** shift;
    }
    return value;
  };
  const [before, after] = [length(), length()];
  if (before !== base.length || after > MAX_OBJECT) throw new UnreadRepository('a delta');
  const pieces: Buffer[] = [];
  while (at < delta.length) {
    const command = delta[at++] ?? 0;
    if (command === 0) throw new UnreadRepository('a delta');
    if (command < 0x80) {
      pieces.push(delta.subarray(at, at + command));
      at += command;
      continue;
    }
    let [from, size] = [0, 0];
    for (let bit = 0; bit < 4; bit++) if (command & (1 << bit)) from += (delta[at++] ?? 0) * 2 ** (8 * bit);
    for (let bit = 0; bit < 3; bit++) if (command & (16 << bit)) size += (delta[at++] ?? 0) * 2 ** (8 * bit);
    pieces.push(base.subarray(from, from + (size || 0x10000)));
  }
  const whole = Buffer.concat(pieces);
  if (whole.length !== after) throw new UnreadRepository('a delta');
  return whole;
}

function inflate(bytes: Buffer): Buffer {
  try {
    return inflateSync(bytes, { maxOutputLength: MAX_OBJECT + 64, finishFlush: zlib.Z_SYNC_FLUSH });
  } catch {
    throw new UnreadRepository('an object');
  }
}

function withFile<Value>(path: string, use: (file: number) => Value): Value {
  const file = openPlain(path);
  if (file === undefined) throw new UnreadRepository(path);
  try {
    return use(file);
  } finally {
    closeSync(file);
  }
}

/** Do not wait for a pipe. */
const OPEN_FLAGS = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/** Undefined: nothing is there. */
function openPlain(path: string): number | undefined {
  return unlessRefused(
    () => openSync(path, OPEN_FLAGS),
    (code) => {
      if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
      throw new UnreadRepository(`${path}: ${code}`);
    },
  );
}

function readAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(Math.max(length, 0));
  if (length < 0 || readSync(file, bytes, 0, length, position) !== length) throw new UnreadRepository('a file');
  return bytes;
}

/**
 * Reads a whole file. Undefined: it does not exist.
 * @param most bytes
 * @throws UnreadRepository for a larger file, and for anything but a regular file
 */
export function readWhole(path: string, most: number): Buffer | undefined {
  const file = openPlain(path);
  if (file === undefined) return undefined;
  try {
    const stats = fstatSync(file);
    if (!stats.isFile() || stats.size > most) throw new UnreadRepository(path);
    return readAt(file, 0, stats.size);
  } finally {
    closeSync(file);
  }
}

function readText(path: string, most: number): string | undefined {
  return readWhole(path, most)?.toString('utf8');
}

/** Bytes of an index: 100,000 files have some 10 MB. */
export const MAX_INDEX = 67_108_864;

/**
 * The paths that git's index of a work tree knows, in its order: also those that are only staged, only meant to be added, or in a
 * conflict. Reads versions 2 to 4.
 *
 * @throws UnreadRepository for a damaged index, and for one that is split or leaves directories out
 */
export function readIndex(own: string, algorithm: 'sha1' | 'sha256'): readonly string[] {
  const bytes = readWhole(join(own, 'index'), MAX_INDEX);
  if (bytes === undefined) return [];
  const size = algorithm === 'sha1' ? 20 : 32;
  const end = bytes.length - size;
  const version = bytes.length < 12 + size || bytes.toString('latin1', 0, 4) !== 'DIRC' ? 0 : bytes.readUInt32BE(4);
  if (version < 2 || version > 4) throw new UnreadRepository('an index');
  const sum = bytes.subarray(end);
  // With `index.skipHash` it has none.
  const isWhole =
    sum.every((byte) => byte === 0) || createHash(algorithm).update(bytes.subarray(0, end)).digest().equals(sum);
  if (!isWhole) throw new UnreadRepository('an index');
  const paths: string[] = [];
  let at = 12;
  let before: Buffer = Buffer.alloc(0);
  for (let left = bytes.readUInt32BE(8); left > 0; left--) {
    const flags = at + 40 + size;
    if (flags + 4 > end) throw new UnreadRepository('an index');
    const isLong = version > 2 && (bytes.readUInt16BE(flags) & 0x4000) !== 0;
    let start = flags + (isLong ? 4 : 2);
    let kept = 0;
    if (version === 4) {
      let byte = bytes[start++] ?? 0;
      let dropped = byte & 0x7f;
      while (byte & 0x80) {
        byte = bytes[start++] ?? 0;
        dropped = (dropped + 1) * 128 + (byte & 0x7f);
      }
      kept = before.length - dropped;
    }
    const stop = bytes.indexOf(0, start);
    if (kept < 0 || stop < 0 || stop >= end) throw new UnreadRepository('an index');
    before =
      version === 4
        ? Buffer.concat([before.subarray(0, kept), bytes.subarray(start, stop)])
        : bytes.subarray(start, stop);
    paths.push(before.toString('utf8'));
    // Before version 4 each entry ends with one to eight zeros.
    at = version === 4 ? stop + 1 : at + ((stop - at + 8) & ~7);
  }
  for (; at < end; at += 8 + bytes.readUInt32BE(at + 4)) {
    if (at + 8 > end) throw new UnreadRepository('an index');
    const name = bytes.toString('latin1', at, at + 4);
    // Extensions in small letters change what the entries mean: `link` of a split index, `sdir` of a sparse one.
    if (!/^[A-Z]/.test(name)) throw new UnreadRepository('an index');
  }
  return paths;
}
