import { WRITE_GUARD_CODE } from './generated/write-guard-code.ts';

/** Numbers of system calls for one kind of processor, from the kernel's `asm/unistd_64.h` and `asm-generic/unistd.h`. */
interface SystemCalls {
  /** `AUDIT_ARCH_…` */
  readonly architecture: number;
  readonly socket: number;
  readonly socketpair: number;
  readonly ioctl: number;
  /** Refused with any arguments. */
  readonly refused: readonly number[];
}

/** io_uring_setup, _enter, _register (operations past this filter), pidfd_getfd: the same number everywhere. */
const REFUSED_EVERYWHERE: readonly number[] = [425, 426, 427, 438];

const PROCESSORS: Readonly<Record<string, SystemCalls>> = {
  x64: {
    architecture: 0xc000003e,
    socket: 41,
    socketpair: 53,
    ioctl: 16,
    // ptrace, add_key, request_key, keyctl, perf_event_open, process_vm_readv, process_vm_writev, bpf, userfaultfd
    refused: [...REFUSED_EVERYWHERE, 101, 248, 249, 250, 298, 310, 311, 321, 323],
  },
  arm64: {
    architecture: 0xc00000b7,
    socket: 198,
    socketpair: 199,
    ioctl: 29,
    refused: [...REFUSED_EVERYWHERE, 117, 217, 218, 219, 241, 270, 271, 280, 282],
  },
};

// Instructions of classic BPF (linux/bpf_common.h) and verdicts of seccomp (linux/seccomp.h).
const LOAD = 0x20;
const AND = 0x54;
const IF_EQUAL = 0x15;
const IF_AT_LEAST = 0x35;
const RETURN = 0x06;
const ALLOW = 0x7fff0000;
const REFUSE_EPERM = 0x00050001;
const KILL_PROCESS = 0x80000000;

/** Offsets in `struct seccomp_data`; for an argument the low half, which is all that these calls read. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const ARGUMENT_0 = 16;
const ARGUMENT_1 = 24;

/** Calls of the x32 interface, a second way into the same kernel. */
const X32 = 0x40000000;
const AF_UNIX = 1;
const AF_VSOCK = 40;
const SOCK_STREAM = 1;
const SOCK_SEQPACKET = 5;
/** The type without SOCK_CLOEXEC and SOCK_NONBLOCK. */
const TYPE_MASK = 0xf;
/** Requests that type into a terminal; the second, TIOCLINUX, pastes. */
const TERMINAL_INPUT: readonly number[] = [0x5412, 0x541c];

type Instruction = readonly [code: number, value: number, ifTrue?: number, ifFalse?: number];

/**
 * Assembles the filter of system calls for one kind of processor (as `process.arch`), as bubblewrap's `--seccomp` reads
 * it. Refused with EPERM: Unix sockets, which a read-only mount does not stop, sockets to the machine's host, tracing
 * and reading other processes, keyrings, BPF, io_uring, typing into a terminal; pairs of datagram sockets, whose ends
 * can be connected to other programs. Calls of a foreign architecture kill.
 * @param unixSockets true: Unix sockets are allowed
 * @returns null for a processor whose numbers are not known here.
 */
export function seccompFilter(processor: string, unixSockets = false): Uint8Array | null {
  const calls = PROCESSORS[processor];
  return calls === undefined ? null : encode(program(calls, unixSockets));
}

function program(calls: SystemCalls, unixSockets: boolean): Instruction[] {
  return [
    [LOAD, ARCHITECTURE],
    [IF_EQUAL, calls.architecture, 1, 0],
    [RETURN, KILL_PROCESS],
    [LOAD, NUMBER],
    [IF_AT_LEAST, X32, 0, 1],
    [RETURN, REFUSE_EPERM],
    ...calls.refused.flatMap((number) => refuseIfEqual(number)),
    ...onCall(calls.socket, [
      [LOAD, ARGUMENT_0],
      ...(unixSockets ? [] : refuseIfEqual(AF_UNIX)),
      ...refuseIfEqual(AF_VSOCK),
    ]),
    ...onCall(calls.socketpair, [
      [LOAD, ARGUMENT_1],
      [AND, TYPE_MASK],
      [IF_EQUAL, SOCK_STREAM, 2, 0],
      [IF_EQUAL, SOCK_SEQPACKET, 1, 0],
      [RETURN, REFUSE_EPERM],
    ]),
    ...onCall(calls.ioctl, [[LOAD, ARGUMENT_1], ...TERMINAL_INPUT.flatMap((request) => refuseIfEqual(request))]),
    [RETURN, ALLOW],
  ];
}

function refuseIfEqual(value: number): Instruction[] {
  return [
    [IF_EQUAL, value, 0, 1],
    [RETURN, REFUSE_EPERM],
  ];
}

/** Checks the arguments of one call; all that is not refused is allowed, because the number is no longer loaded. */
function onCall(number: number, body: readonly Instruction[]): Instruction[] {
  return [[IF_EQUAL, number, 0, body.length + 1], ...body, [RETURN, ALLOW]];
}

function encode(instructions: readonly Instruction[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(instructions.length * 8));
  instructions.forEach(([code, value, ifTrue = 0, ifFalse = 0], index) => {
    bytes.setUint16(index * 8, code, true);
    bytes.setUint8(index * 8 + 2, ifTrue);
    bytes.setUint8(index * 8 + 3, ifFalse);
    bytes.setUint32(index * 8 + 4, value, true);
  });
  return new Uint8Array(bytes.buffer);
}

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
