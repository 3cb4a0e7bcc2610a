import { type FileReading, type FileState, readMarkers } from './read-markers.ts';

/** Reads files for their markers, each once. */
export interface MarkerReader {
  readonly read: (file: FileState) => Promise<FileReading>;
  /** Files and bytes read so far. */
  readonly counts: () => { readonly read: number; readonly bytes: number };
}

const BUFFER_SIZE = 1024 * 1024;

/**
 * Makes a reader that uses its buffers again and remembers what it read, since many scripts lead to one program.
 *
 * Limits: a buffer of 1 MiB for each file that is read at the same time; how many that are is the caller's to bound.
 */
export function createMarkerReader(signal?: AbortSignal): MarkerReader {
  const idle: Buffer[] = [];
  const known = new Map<string, Promise<FileReading>>();
  let [read, bytes] = [0, 0];
  const readOnce = async (file: FileState): Promise<FileReading> => {
    const buffer = idle.pop() ?? Buffer.allocUnsafe(BUFFER_SIZE);
    try {
      const reading = await readMarkers(file, buffer, signal);
      if (!('code' in reading)) [read, bytes] = [read + 1, bytes + reading.bytes];
      return reading;
    } finally {
      idle.push(buffer);
    }
  };
  return {
    read: (file) => {
      const key = `${file.stamp} ${file.path}`;
      const reading = known.get(key) ?? readOnce(file);
      known.set(key, reading);
      return reading;
    },
    counts: () => ({ read, bytes }),
  };
}
