import type { PageResult } from './page-result.ts';

/** Kinds that are executed, with their heading. */
const KINDS = [
  ['console', 'console'],
  ['sh', 'sh'],
  ['module', 'modules'],
  ['output', 'outputs'],
  ['file', 'files'],
  ['data', 'data'],
] as const;

/** How many blocks of a page a machine does something with, and holds to what they say. */
export function countExecuted({ counts }: PageResult): number {
  return KINDS.reduce((sum, [kind]) => sum + counts[kind], 0);
}

/** A table of pages, the stand-ins with their reasons, and the total as the last line. */
export function reportPages(results: readonly PageResult[]): string {
  const head = ['page', ...KINDS.map(([, name]) => name), 'pictures', 'seconds', 'stand-ins'];
  const rows = results.map((result) => [
    result.page,
    ...KINDS.map(([kind]) => String(result.counts[kind] || '–')),
    String(result.counts.picture || '–'),
    result.seconds.toFixed(1),
    result.standIns.map((text) => text.slice(0, text.indexOf(':'))).join(', ') || '–',
  ]);
  const widths = head.map((name, column) => Math.max(name.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const table = [head, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  const reasons = [...new Set(results.flatMap(({ standIns }) => standIns))].map((text) => `stand-in ${text}`);
  const total = results.reduce((sum, result) => sum + countExecuted(result), 0);
  const withStandIns = results.filter(({ standIns }) => standIns.length > 0).length;
  return [
    ...table,
    '',
    ...reasons,
    `${total} code blocks executed on ${results.length} pages, ${withStandIns} of them with stand-ins`,
    '',
  ].join('\n');
}
