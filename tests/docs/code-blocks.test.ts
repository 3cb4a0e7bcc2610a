// The code of the documentation: TypeScript type-checks against the packages as built, JSON parses, links lead somewhere.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseTool } from '@atip/core';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT } from '../architecture/read-imports.ts';
import { type Block, listPages, readBlocks } from './read-blocks.ts';
import { listPublicNames } from './read-examples.ts';

const PAGES = listPages();

/** Declarations that a page's blocks rely on. */
const GIVEN: Readonly<Record<string, string>> = {
  'README.md': 'declare const documentText: string, response: unknown;',
};

/** Unused names are left to the reader: a short block often ends with the value that it is about. */
const OPTIONS = {
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
};

test('every TypeScript block, and every @example of a public name, type-checks as strictly as the sources', {
  timeout: 120_000,
}, () => {
  // Where the packages that are installed here are found.
  mkdirSync(join(ROOT, 'node_modules/.cache'), { recursive: true });
  const directory = mkdtempSync(join(ROOT, 'node_modules/.cache/docs-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const files = [...PAGES.flatMap((page) => layPage(directory, page)), ...layExamples(directory)];
  expect(files.length).toBeGreaterThan(20);
  writeFileSync(join(directory, 'package.json'), '{ "type": "module" }');
  const project = { extends: join(ROOT, 'tsconfig.base.json'), compilerOptions: OPTIONS, files };
  writeFileSync(join(directory, 'tsconfig.json'), JSON.stringify(project));
  const args = [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', '.', '--pretty', 'false'];
  expect(spawnSync(process.execPath, args, { cwd: directory, encoding: 'utf8' }).stdout).toBe('');
});

/** @returns the files to check, named by package and name */
function layExamples(directory: string): string[] {
  return listPublicNames().flatMap(({ name, package: folder, example }) => {
    if (example === undefined) return [];
    write(join(directory, 'examples', `${folder}-${name}.ts`), `${example}\nexport {};\n`);
    return [`examples/${folder}-${name}.ts`];
  });
}

/** Writes each block beside the files of its page. @returns the files to check, named by page and line */
function layPage(directory: string, page: string): string[] {
  const blocks = readBlocks(page);
  const titled = blocks.filter(({ title }) => title !== undefined && /\.(?:ts|json)$/.test(title));
  return blocks.flatMap((block) => {
    const isFile = block.title?.endsWith('.ts') === true;
    if (!isFile && (block.language !== 'ts' || block.title !== undefined)) return [];
    const folder = `${page.replaceAll(/[/.]/g, '-')}-${block.line}`;
    for (const { title = '', text } of latest(titled, block)) write(join(directory, folder, title), text);
    const own = `${folder}/${isFile ? block.title : 'block.ts'}`;
    write(join(directory, own), `${block.text}${isFile ? '' : (GIVEN[page] ?? '')}\nexport {};\n`);
    return [own];
  });
}

/** Each file of the page in its last version before a block, or else in its first one after it. */
function latest(titled: readonly Block[], block: Block): Iterable<Block> {
  const seen = new Map<string, Block>();
  for (const one of titled) if (one.line < block.line || !seen.has(one.title ?? '')) seen.set(one.title ?? '', one);
  return seen.values();
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

test.each(PAGES)('JSON of %s parses, and what is an ATIP document has no errors', (page) => {
  const wrong = readBlocks(page).flatMap(({ language, text, title, line }) => {
    if (language !== 'json') return [];
    const value: unknown = JSON.parse(text);
    const isDocument = typeof value === 'object' && value !== null && 'atip' in value && 'name' in value;
    // A file may show a document with mistakes.
    if (!isDocument || title !== undefined) return [];
    const errors = parseTool(text).issues.filter(({ severity }) => severity === 'error');
    return errors.map(({ message }) => `${page}:${line}: ${message}`);
  });
  expect(wrong).toStrictEqual([]);
});

test.each(PAGES)('every link of %s leads to a file, and to a heading in it', (page) => {
  const text = readFileSync(join(ROOT, page), 'utf8').replace(/^```[\s\S]*?^```$/gm, '');
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = '']) => link);
  const dead = links.filter((link) => {
    if (/^https?:/.test(link)) return false;
    const [path = '', anchor] = link.split('#');
    const file = path === '' ? join(ROOT, page) : join(ROOT, dirname(page), path);
    // The build makes these pages: a clone has none.
    const isThere = existsSync(file) && !file.startsWith(join(ROOT, 'docs/reference'));
    return !isThere || (anchor !== undefined && file.endsWith('.md') && !anchorsOf(file).has(anchor));
  });
  expect(dead).toStrictEqual([]);
});

/** As a forge makes anchors of headings. */
function anchorsOf(file: string): ReadonlySet<string> {
  const headings = readFileSync(file, 'utf8').match(/^#+ .*$/gm) ?? [];
  return new Set(
    headings.map((heading) =>
      heading
        .replace(/^#+ /, '')
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\p{M} _-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}
