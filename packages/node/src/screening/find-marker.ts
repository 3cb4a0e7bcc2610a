import type { FileHandle } from 'node:fs/promises';

/** What a file's bytes say about the program they belong to. */
export interface Markers {
  /** `"atip"`, or the flag `--agent`: it may answer `--agent`. */
  readonly atip: boolean;
  /** The flag `--schema` and `"parameters"`: it may answer `--schema`. */
  readonly canonical: boolean;
}

interface Marker {
  /** At most 7 bytes: Node looks for a longer text four times as slowly. */
  readonly head: Buffer;
  readonly tail: Buffer;
  /** Whether it counts only where no letter, digit, `_` or `-` stands on either side. */
  readonly bounded: boolean;
}

type Name = 'key' | 'agent' | 'schema' | 'parameters';

const MARKERS: Readonly<Record<Name, Marker>> = {
  key: marker('"atip"', false),
  agent: marker('--agent', true),
  schema: marker('--schema', true),
  parameters: marker('"parameters"', false),
};

/** More than the longest marker with the byte before and the byte after it. */
const OVERLAP = 16;

/**
 * Searches a file's bytes, from where it stands, for what a tool that describes itself contains.
 *
 * A marker that lies across two reads is found. At most `limit` bytes are read, however much the file grows meanwhile.
 * @param buffer What is read lies here; its content is overwritten. More than 16 bytes; 1 MiB is a good size.
 * @param onChunk is given each part as it is read, the first one included; the bytes are gone once it returns.
 * @throws the signal's reason once it is aborted, and the system's error.
 */
export async function findMarkers(
  file: Pick<FileHandle, 'read'>,
  buffer: Buffer,
  limit: number,
  { signal, onChunk }: { readonly signal?: AbortSignal | undefined; readonly onChunk?: (bytes: Buffer) => void } = {},
): Promise<Markers> {
  const found = new Set<Name>();
  let [kept, total, isStart] = [0, 0, true];
  for (let isEnd = false; !isEnd; ) {
    signal?.throwIfAborted();
    const room = Math.min(buffer.length - kept, limit - total);
    const { bytesRead } = room === 0 ? { bytesRead: 0 } : await file.read(buffer, kept, room, null);
    isEnd = bytesRead === 0;
    onChunk?.(buffer.subarray(kept, kept + bytesRead));
    const view = buffer.subarray(0, kept + bytesRead);
    for (const name of Object.keys(MARKERS) as Name[]) {
      if (!found.has(name) && contains(view, MARKERS[name], isStart, isEnd)) found.add(name);
    }
    total += bytesRead;
    const cut = Math.max(0, view.length - OVERLAP);
    kept = view.length - cut;
    if (cut > 0) isStart = false;
    buffer.copyWithin(0, cut, view.length);
  }
  return {
    atip: found.has('key') || found.has('agent'),
    canonical: found.has('schema') && found.has('parameters'),
  };
}

/**
 * Whether a marker is surely in the bytes. One at their edge, whose neighbour is not in sight, is left to the next or
 * was seen in the last part, since parts overlap by more than its length.
 */
function contains(bytes: Buffer, { head, tail, bounded }: Marker, isStart: boolean, isEnd: boolean): boolean {
  for (let at = bytes.indexOf(head); at >= 0; at = bytes.indexOf(head, at + 1)) {
    const end = at + head.length + tail.length;
    if (end > bytes.length) return false;
    if (tail.length > 0 && tail.compare(bytes, at + head.length, end) !== 0) continue;
    if (!bounded) return true;
    const before = at === 0 ? isStart : !isWord(bytes[at - 1]);
    const after = end === bytes.length ? isEnd : !isWord(bytes[end]);
    if (before && after) return true;
  }
  return false;
}

function isWord(byte: number | undefined): boolean {
  return byte !== undefined && /[\w-]/.test(String.fromCharCode(byte));
}

function marker(text: string, bounded: boolean): Marker {
  return { head: Buffer.from(text.slice(0, 7)), tail: Buffer.from(text.slice(7)), bounded };
}
