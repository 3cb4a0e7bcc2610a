import { expect, test } from 'vitest';
import { seccompFilter } from './seccomp-filter.ts';

const X64 = 0xc000003e;
const ARM64 = 0xc00000b7;
const VERDICTS: Readonly<Record<number, string>> = { 2147418112: 'allow', 327681: 'refuse', 2147483648: 'kill' };

/** Runs a classic BPF program over a `struct seccomp_data`, as the kernel does. */
function decide(program: Uint8Array, architecture: number, number: number, args: readonly number[]): string {
  const view = new DataView(program.buffer, program.byteOffset, program.byteLength);
  const data = new DataView(new ArrayBuffer(64));
  data.setUint32(0, number, true);
  data.setUint32(4, architecture, true);
  args.forEach((value, index) => {
    data.setBigUint64(16 + index * 8, BigInt(value), true);
  });
  let accumulator = 0;
  for (let at = 0; at < program.byteLength / 8; at++) {
    const code = view.getUint16(at * 8, true);
    const value = view.getUint32(at * 8 + 4, true);
    const jump = (holds: boolean): number => view.getUint8(at * 8 + (holds ? 2 : 3));
    if (code === 0x20) accumulator = data.getUint32(value, true);
    else if (code === 0x54) accumulator = (accumulator & value) >>> 0;
    else if (code === 0x15) at += jump(accumulator === value);
    else if (code === 0x35) at += jump(accumulator >= value);
    else if (code === 0x06) return VERDICTS[value] ?? `unknown verdict ${value}`;
    else throw new Error(`unknown instruction ${code}`);
  }
  throw new Error('the program ran past its end');
}

const CLOEXEC = 0x80000;

const CALLS: readonly [what: string, x64: number, arm64: number, args: readonly number[], verdict: string][] = [
  ['read', 0, 63, [], 'allow'],
  ['execve', 59, 221, [], 'allow'],
  ['socket AF_UNIX', 41, 198, [1, 1, 0], 'refuse'],
  ['socket AF_UNIX with a high half', 41, 198, [0x500000001, 1, 0], 'refuse'],
  ['socket AF_INET', 41, 198, [2, 1, 0], 'allow'],
  ['socket AF_NETLINK', 41, 198, [16, 3, 0], 'allow'],
  ['socket AF_VSOCK', 41, 198, [40, 1, 0], 'refuse'],
  ['socketpair of a stream', 53, 199, [1, 1 | CLOEXEC, 0], 'allow'],
  ['socketpair of datagrams', 53, 199, [1, 2 | CLOEXEC, 0], 'refuse'],
  ['socketpair of raw datagrams', 53, 199, [1, 3, 0], 'refuse'],
  ['ioctl TCGETS', 16, 29, [0, 0x5401], 'allow'],
  ['ioctl TIOCSTI', 16, 29, [0, 0x5412], 'refuse'],
  ['ioctl TIOCLINUX', 16, 29, [0, 0x541c], 'refuse'],
  ['io_uring_setup', 425, 425, [], 'refuse'],
  ['pidfd_getfd', 438, 438, [], 'refuse'],
  ['ptrace', 101, 117, [], 'refuse'],
  ['add_key', 248, 217, [], 'refuse'],
  ['keyctl', 250, 219, [], 'refuse'],
  ['perf_event_open', 298, 241, [], 'refuse'],
  ['process_vm_readv', 310, 270, [], 'refuse'],
  ['process_vm_writev', 311, 271, [], 'refuse'],
  ['bpf', 321, 280, [], 'refuse'],
  ['userfaultfd', 323, 282, [], 'refuse'],
  ['the same call through x32', 0x40000000 | 41, 0x40000000 | 198, [1], 'refuse'],
  ['a number beyond all', 0xffffffff, 0xffffffff, [], 'refuse'],
];

test.each(CALLS)('%s', (_what, x64, arm64, args, verdict) => {
  expect(decide(filterOf('x64'), X64, x64, args)).toBe(verdict);
  expect(decide(filterOf('arm64'), ARM64, arm64, args)).toBe(verdict);
});

test.each([
  ['i386 on x64', 'x64', 0x40000003],
  ['arm on arm64', 'arm64', 0x40000028],
  ['arm64 on x64', 'x64', ARM64],
])('a call of a foreign architecture kills: %s', (_what, processor, architecture) => {
  expect(decide(filterOf(processor), architecture, 0, [])).toBe('kill');
});

test('a processor whose numbers are not known has no filter', () => {
  expect(seccompFilter('riscv64')).toBe(null);
});

function filterOf(processor: string): Uint8Array {
  const filter = seccompFilter(processor);
  if (filter === null) throw new Error(`There is no filter for ${processor}.`);
  return filter;
}
