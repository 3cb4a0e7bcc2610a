import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from '../architecture/read-imports.ts';
import { claimBlocks } from './claim-blocks.ts';
import type { Toolbox } from './machine/create-toolbox.ts';
import { PACKAGES } from './machine/transpile-packages.ts';
import type { Failure } from './page-result.ts';
import { type Block, readBlocks } from './read-blocks.ts';
import type { PageInput } from './run-page.ts';

interface CheckedFile {
  readonly page: string;
  /** Of the block's first line on its page. */
  readonly line: number;
}

/**
 * Type-checks every TypeScript block of several pages in one go, as strictly as the house, against the packages' sources.
 *
 * Each block sees the files of its page: as they are when it runs, or as they first appear when they come later.
 * @returns page → what is wrong on it
 * @throws Error when the compiler fails for another reason
 */
export async function checkTypes(toolbox: Toolbox, inputs: readonly PageInput[]): Promise<Map<string, Failure[]>> {
  const directory = mkdtempSync(join(toolbox.directory, 'check-'));
  const files = new Map<string, CheckedFile>();
  for (const input of inputs) layPage(directory, input, files);
  if (files.size === 0) return new Map();
  write(join(directory, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(configuration([...files.keys()])));
  const failures = new Map<string, Failure[]>();
  for (const { file, line, message } of readComplaints(await compile(directory))) {
    const checked = files.get(file);
    // Of what is not on a page, `npm run types` complains.
    if (!checked) continue;
    failures.set(checked.page, [...(failures.get(checked.page) ?? []), { line: checked.line + line - 1, message }]);
  }
  return failures;
}

function layPage(directory: string, { page, markdown, settings }: PageInput, files: Map<string, CheckedFile>): void {
  const blocks = claimBlocks(readBlocks(markdown));
  const titled = blocks.filter(({ kind, title }) => kind === 'file' && /\.(?:ts|json)$/.test(title ?? ''));
  for (const block of blocks) {
    const isModule = block.kind === 'module' && block.language === 'ts';
    if (!isModule && !(block.kind === 'file' && block.title?.endsWith('.ts'))) continue;
    const folder = `${page.replaceAll(/[/.]/g, '-')}-${block.line}`;
    for (const [path, text] of surroundings(titled, block)) write(join(directory, folder, path), text);
    const own = `${folder}/${isModule ? 'block.ts' : block.title}`;
    // At the end, where declarations hold as well and move no line.
    const scope = isModule ? (settings.scope?.types ?? '') : '';
    write(join(directory, own), `${block.text}${scope}\nexport {};\n`);
    files.set(own, { page, line: block.line });
  }
}

/** Each file of the page in its last version before a block, or else in its first one after it. */
function surroundings(titled: readonly Block[], block: Block): Map<string, string> {
  const seen = new Map<string, string>();
  for (const { title = '', text, line } of titled) if (line < block.line || !seen.has(title)) seen.set(title, text);
  return seen;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Unused names are left to the reader: a short block often ends with the value that it is about. */
function configuration(files: readonly string[]): unknown {
  const paths = Object.fromEntries(
    Object.entries(PACKAGES).map(([name, folder]) => [name, [join(ROOT, folder, 'src/index.ts')]]),
  );
  return {
    extends: join(ROOT, 'tsconfig.base.json'),
    compilerOptions: {
      composite: false,
      declaration: false,
      isolatedDeclarations: false,
      rewriteRelativeImportExtensions: false,
      allowImportingTsExtensions: true,
      resolveJsonModule: true,
      noUnusedLocals: false,
      noUnusedParameters: false,
      noEmit: true,
      skipLibCheck: true,
      lib: ['ES2023', 'DOM', 'DOM.Iterable', 'DOM.AsyncIterable'],
      types: ['node'],
      typeRoots: [join(ROOT, 'node_modules/@types')],
      paths: {
        '@atip/core/importers': [join(ROOT, 'packages/core/src/importers/index.ts')],
        atip: [join(ROOT, 'packages/cli/src/index.ts')],
        ...paths,
      },
    },
    files,
  };
}

/** What the compiler says; its exit code says only that it said something. */
async function compile(directory: string): Promise<string> {
  const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
  try {
    return (await promisify(execFile)(process.execPath, [tsc, '-p', '.', '--pretty', 'false'], { cwd: directory }))
      .stdout;
  } catch (error) {
    if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string' && error.stdout !== '')
      return error.stdout;
    throw error;
  }
}

function readComplaints(output: string): { readonly file: string; readonly line: number; readonly message: string }[] {
  const complaints = [...output.matchAll(/^(\S.*?)\((\d+),\d+\): (error [\s\S]*?)$(?=\n\S|\n*$(?![\s\S]))/gm)];
  if (complaints.length === 0 && output.trim() !== '') throw new Error(`The compiler says: ${output}`);
  return complaints.map(([, file = '', line, message = '']) => ({ file, line: Number(line), message }));
}
