// Compiles packages/node/src/sandbox/write-guard.c for each processor and prints generated/write-guard-code.ts beside it, the
// one generated file in git: `node packages/node/build/write-guard.mjs > packages/node/src/sandbox/generated/write-guard-code.ts`.
// Needs gcc and binutils for x86-64 and for arm64: `apt-get install gcc gcc-aarch64-linux-gnu`.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SOURCE = fileURLToPath(new URL('../src/sandbox/write-guard.c', import.meta.url));

/** By Node's name of the processor: prefix of the programs, options of the compiler. */
const PROCESSORS = {
  x64: ['x86_64-linux-gnu-', ['-mgeneral-regs-only', '-fcf-protection=none']],
  arm64: ['aarch64-linux-gnu-', ['-mgeneral-regs-only', '-mno-outline-atomics']],
};

const OPTIONS = [
  ...['-Os', '-std=gnu11', '-Wall', '-Wextra', '-Werror', '-ffreestanding', '-nostdlib', '-static', '-no-pie', '-fpie'],
  ...['-fno-stack-protector', '-fno-asynchronous-unwind-tables', '-fno-unwind-tables', '-fno-ident'],
  ...['-fno-tree-loop-distribute-patterns', '-Wl,--build-id=none'],
];

/** The code follows the ELF headers, 176 bytes; data that a run adds follows the code. */
const LAYOUT = `ENTRY(_start)
SECTIONS {
  . = 176;
  .image : { *(.start) *(.text*) *(.rodata*) . = ALIGN(8); places = .; }
  /DISCARD/ : { *(*) }
}
`;

function compile(directory, [prefix, options]) {
  const [script, linked, flat] = ['layout', 'linked', 'flat'].map((name) => join(directory, name));
  writeFileSync(script, LAYOUT);
  execFileSync(`${prefix}gcc`, [...OPTIONS, ...options, `-Wl,-T,${script}`, SOURCE, '-o', linked]);
  execFileSync(`${prefix}objcopy`, ['-O', 'binary', '-j', '.image', linked, flat]);
  return readFileSync(flat).toString('base64');
}

function quoted(base64) {
  const lines = base64.match(/.{1,100}/g).map((line) => `      '${line}',`);
  return `[\n${lines.join('\n')}\n    ].join('')`;
}

function generate() {
  const directory = mkdtempSync(join(tmpdir(), 'write-guard-'));
  try {
    const compiled = Object.entries(PROCESSORS).map(([name, settings]) => {
      const compiler = execFileSync(`${settings[0]}gcc`, ['--version'], { encoding: 'utf8' }).split('\n')[0];
      return `  ${name}: {\n    compiler: '${compiler}',\n    code: ${quoted(compile(directory, settings))},\n  },\n`;
    });
    const source = createHash('sha256').update(readFileSync(SOURCE)).digest('hex');
    return `// Written by packages/node/build/write-guard.mjs from write-guard.c.

/** SHA-256 of the source. */
export const WRITE_GUARD_SOURCE = '${source}';

/** Machine code by processor, base64, and the compiler that built it. */
export const WRITE_GUARD_CODE: Readonly<Record<string, { readonly compiler: string; readonly code: string }>> = {
${compiled.join('')}};
`;
  } finally {
    rmSync(directory, { recursive: true });
  }
}

process.stdout.write(generate());
