import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { runCli } from 'atip';
import { expect, onTestFinished, test } from 'vitest';
import { ATIP } from '../atip.ts';

const BUNDLE = dirname(ATIP);
const WIDTHS = readdirSync(join(BUNDLE, 'help'));

async function helpOf(args: readonly string[], columns: number): Promise<string> {
  let text = '';
  const stdout = {
    columns,
    write: (part: string) => {
      text += part;
      return true;
    },
  };
  const { env } = process;
  const signal = AbortSignal.timeout(60_000);
  await runCli({ args: [...args, '--help'], cwd: '/', env, stdin: Readable.from([]), stdout, stderr: stdout, signal });
  return text;
}

test('the help that the build wrote is the help, of each command and in each width', async () => {
  const files = readdirSync(join(BUNDLE, 'help/80'));
  expect(files.length).toBeGreaterThan(20);
  for (const width of WIDTHS) {
    for (const file of files) {
      const name = file.replace('.txt', '');
      const written = readFileSync(join(BUNDLE, 'help', width, file), 'utf8');
      expect(written, file).toBe(await helpOf(name === 'atip' ? [] : [name], Number(width)));
    }
  }
});

/** The bundle with other files of compiled code. */
function bundleWith(change: (directory: string, names: readonly string[]) => void): string {
  const directory = mkdtempSync(join(tmpdir(), 'atip-bundle-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const isCopied = (path: string): boolean => !path.startsWith(join(BUNDLE, 'documents'));
  cpSync(BUNDLE, directory, { recursive: true, filter: isCopied });
  symlinkSync(join(BUNDLE, 'documents'), join(directory, 'documents'));
  change(
    directory,
    readdirSync(directory).filter((name) => name.endsWith('.v8')),
  );
  return join(directory, 'main.js');
}

const MARK = 16;

function answer(main: string, ...args: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' });
  return { stdout, stderr, status };
}

function rewrite(
  directory: string,
  names: readonly string[],
  change: (code: Buffer, name: string) => Uint8Array,
): void {
  for (const name of names) {
    const path = join(directory, name);
    writeFileSync(path, change(readFileSync(path), name));
  }
}

test.each<[string, (directory: string, names: readonly string[]) => void]>([
  ['missing', (directory, names) => names.map((name) => rmSync(join(directory, name)))],
  ['cut', (directory, names) => rewrite(directory, names, (code) => code.subarray(0, 40))],
  [
    'of another file, under the mark of this one',
    (directory, names) =>
      rewrite(directory, names, (code, name) => {
        const other = names[(names.indexOf(name) + 1) % names.length] ?? name;
        return Buffer.concat([code.subarray(0, MARK), readFileSync(join(BUNDLE, other)).subarray(MARK)]);
      }),
  ],
])('compiled code that is %s is not run: the answers are those of the source', (_name, change) => {
  const program = bundleWith(change);
  const args = ['gate', 'rm -rf / && ls'];
  expect(answer(program, ...args)).toStrictEqual(answer(ATIP, ...args));
  expect(answer(program, ...args).stdout).toMatch(/^deny|^confirm/);
});

/** Compiles a file of the bundle with another text in it, in a process with the settings of all. */
const COMPILE = `
const [file, said, forged] = process.argv.slice(1);
const source = require('fs').readFileSync(file, 'latin1').replace(said, forged);
const script = new (require('vm').Script)(source, { filename: './' + require('path').basename(file) });
process.stdout.write(script.createCachedData());
`;

test('compiled code of another build, which V8 would take for its length, is not run', () => {
  const [said, forged] = ['check ATIP documents and show', 'burns ATIP documents and show'];
  const file =
    readdirSync(BUNDLE).find((name) => name.endsWith('.cjs') && readFileSync(join(BUNDLE, name)).includes(said)) ?? '';
  const helpWith = (mark: (own: Buffer) => Uint8Array): string => {
    const program = bundleWith((directory) => {
      rmSync(join(directory, 'help'), { recursive: true });
      const { stdout } = spawnSync(process.execPath, ['-e', COMPILE, join(directory, file), said, forged]);
      rewrite(directory, [`${file}.v8`], (own) => Buffer.concat([mark(own.subarray(0, MARK)), stdout]));
    });
    return answer(program, '--help').stdout;
  };
  // So it would be, were it not for the mark.
  expect(helpWith((own) => own)).toContain(forged);
  expect(helpWith(() => Buffer.alloc(MARK, 'x'))).toContain(said);
});

test('a hook whose files are damaged blocks', () => {
  const program = bundleWith((directory) => rmSync(join(directory, 'load.js')));
  const { stdout, stderr, status } = answer(program, 'gate', '--hook', 'claude-code');
  expect({ stdout, status }).toStrictEqual({ stdout: '', status: 2 });
  expect(stderr).toContain('install atip again');
});
