import { WRITE_GUARD_CODE } from './generated/write-guard-code.ts';

/** The program's place in the sandbox: in a directory that is made for each run. */
export const WRITE_GUARD_PATH = '/dev/write-guard';

/** Part of the guard's message when it cannot work. */
export const NO_LANDLOCK = 'this kernel has no Landlock';

/**
 * Makes the program that starts first in a sandbox: with Landlock it gives up the right to open files for writing
 * except below some places, and executes the program in its first argument. A read-only mount does not prevent writing
 * into named pipes. @param places absolute paths inside the sandbox, files or directories @param report number of the
 * file descriptor on which it reports that it refused to start the program
 * @param listener a port of 127.0.0.1 in the run's own network, and the descriptor of a Node IPC channel that gets the
 * socket which listens there. Absent: none is opened.
 */
export type MakeWriteGuard = (
  places: readonly string[],
  report: number,
  listener?: { readonly port: number; readonly channel: number },
) => Uint8Array;

/** Headers of an ELF file (`elf.h`): one for the file, one for the only segment, one for a stack without code. */
const FILE_HEADER = 64;
const SEGMENT_HEADER = 56;
const HEADERS = FILE_HEADER + 2 * SEGMENT_HEADER;
/** The program's address in memory: a multiple of every processor's page size. */
const ADDRESS = 0x400000n;
const MACHINES: Readonly<Record<string, number>> = { x64: 62, arm64: 183 };
const READ_EXECUTE = 5;
const READ_WRITE = 6;

/** Finds the guard for a processor (as in `process.arch`). @returns null without a compiled one. */
export function writeGuard(processor: string): MakeWriteGuard | null {
  const machine = MACHINES[processor];
  const compiled = WRITE_GUARD_CODE[processor];
  if (machine === undefined || compiled === undefined) return null;
  const code = Buffer.from(compiled.code, 'base64');
  return (places, report, { port, channel } = { port: 0, channel: 0 }) => {
    const listed = Buffer.from(`${places.map((place) => `${place}\0`).join('')}\0`);
    const numbers = [report, channel, port].flatMap((number) => [number & 0xff, number >> 8]);
    const body = Buffer.concat([code, Uint8Array.from(numbers), listed]);
    return Buffer.concat([headers(machine, HEADERS + body.length), body]);
  };
}

function headers(machine: number, size: number): Uint8Array {
  const bytes = Buffer.alloc(HEADERS);
  // 64 bits, little-endian, version 1.
  bytes.set([0x7f, ...Buffer.from('ELF'), 2, 1, 1]);
  bytes.writeUInt16LE(2, 16);
  bytes.writeUInt16LE(machine, 18);
  bytes.writeUInt32LE(1, 20);
  bytes.writeBigUInt64LE(ADDRESS + BigInt(HEADERS), 24);
  bytes.writeBigUInt64LE(BigInt(FILE_HEADER), 32);
  bytes.writeUInt16LE(FILE_HEADER, 52);
  bytes.writeUInt16LE(SEGMENT_HEADER, 54);
  bytes.writeUInt16LE(2, 56);
  // PT_LOAD of the whole file.
  bytes.writeUInt32LE(1, FILE_HEADER);
  bytes.writeUInt32LE(READ_EXECUTE, FILE_HEADER + 4);
  bytes.writeBigUInt64LE(ADDRESS, FILE_HEADER + 16);
  bytes.writeBigUInt64LE(ADDRESS, FILE_HEADER + 24);
  bytes.writeBigUInt64LE(BigInt(size), FILE_HEADER + 32);
  bytes.writeBigUInt64LE(BigInt(size), FILE_HEADER + 40);
  bytes.writeBigUInt64LE(0x10000n, FILE_HEADER + 48);
  // PT_GNU_STACK.
  bytes.writeUInt32LE(0x6474e551, FILE_HEADER + SEGMENT_HEADER);
  bytes.writeUInt32LE(READ_WRITE, FILE_HEADER + SEGMENT_HEADER + 4);
  return bytes;
}
