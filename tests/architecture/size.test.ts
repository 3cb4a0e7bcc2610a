import { expect, test } from 'vitest';
import { readSources, type SourceFile } from './read-imports.ts';

const FOLDERS = [
  'packages/core/src',
  'packages/share/src',
  'packages/shims/src',
  'packages/node/src',
  'packages/mcp/src',
  'packages/cli/src',
  'server/src',
  'web/src',
] as const;

/** Lines that are neither blank nor only a comment. */
function codeLines(text: string): number {
  return text.split('\n').filter((line) => !/^\s*(?:$|\/\/|\/\*|\*)/.test(line)).length;
}

/** Written by hand: generated files are data. */
function ownSources(folder: string): SourceFile[] {
  return readSources(folder).filter(({ path }) => !path.includes('/generated/'));
}

/** Lines of the file that so much of a package's files do not exceed. */
function linesAt(folder: string, share: number): number {
  const lines = ownSources(folder)
    .map(({ text }) => text.split('\n').length - 1)
    .sort((a, b) => a - b);
  return lines[Math.ceil(lines.length * share) - 1] ?? Number.NaN;
}

test('no source file has more than 300 lines of code', () => {
  const large = FOLDERS.flatMap(ownSources)
    .map(({ path, text }) => ({ path, lines: codeLines(text) }))
    .filter(({ lines }) => lines > 300);
  expect(large).toStrictEqual([]);
});

test.each(FOLDERS)('half of the files of %s have at most 60 lines, and nine of ten at most 150', (folder) => {
  expect(linesAt(folder, 0.5)).toBeLessThanOrEqual(60);
  expect(linesAt(folder, 0.9)).toBeLessThanOrEqual(150);
});

test('the lines of the files by package', () => {
  const rows = FOLDERS.map((folder) => {
    const [median, most, all] = [linesAt(folder, 0.5), linesAt(folder, 0.9), linesAt(folder, 1)];
    return `${folder.padEnd(20)} ${String(ownSources(folder).length).padStart(4)} files  median ${median}  p90 ${most}  max ${all}`;
  });
  process.stdout.write(`\nLines per file\n${rows.join('\n')}\n`);
  expect(rows).toHaveLength(FOLDERS.length);
});
