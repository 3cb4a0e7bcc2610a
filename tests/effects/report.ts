import { figuresOf, type Figures, isAws, type Judged, judge } from './evaluate.ts';
import { halfOf, loadLabels } from './labels.ts';
import type { Verdict } from './verdict.ts';

const VERDICTS: readonly Verdict[] = ['read', 'write', 'destructive', 'unknown'];

/**
 * The evaluation as a page of text: a confusion table by source and label, and the three figures, of the half of the rows
 * that nothing was tuned on. Nothing where the labels are not at hand.
 */
export function effectsReport(half: 'tuning' | 'reporting' = 'reporting'): string | undefined {
  const rows = loadLabels();
  if (!rows) return undefined;
  const judged = judge(rows.filter((row) => halfOf(row) === half));
  const [aws, others] = [judged.filter(isAws), judged.filter((one) => !isAws(one))];
  return [
    `${half} half: ${judged.length} of ${rows.length} rows, split by FNV-1a of the command\n`,
    table(judged),
    line('without AWS', figuresOf(others)),
    line('AWS alone', figuresOf(aws)),
    line('all', figuresOf(judged)),
  ].join('\n');
}

function table(judged: readonly Judged[]): string {
  const groups = new Map<string, Judged[]>();
  for (const one of judged) {
    const key = `${shortSource(one.row.source)}\t${one.row.label} (${one.truth})`;
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  const lines = [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, members]) => {
      const [source = '', label = ''] = key.split('\t');
      const counts = VERDICTS.map((verdict) =>
        String(members.filter((one) => one.verdict === verdict).length).padStart(6),
      );
      return `${source.padEnd(44)} ${label.padEnd(32)} ${counts.join(' ')}`;
    });
  const head = `${'source'.padEnd(44)} ${'label (read as)'.padEnd(32)} ${['read', 'write', 'destr.', '?'].map((name) => name.padStart(6)).join(' ')}`;
  return [head, ...lines, ''].join('\n');
}

function shortSource(source: string): string {
  return source
    .replace(/ \(.*$/, '')
    .replace(/^microsoft\/vscode .*$/, 'microsoft/vscode')
    .slice(0, 44);
}

function line(name: string, figures: Figures): string {
  const { rows, mutating, mutatingCalledRead, destructive, destructiveFound, unknown } = figures;
  return (
    `${name}: ${rows} rows; mutating called read ${mutatingCalledRead}/${mutating} (${percent(mutatingCalledRead, mutating)}); ` +
    `destructive found ${destructiveFound}/${destructive} (${percent(destructiveFound, destructive)}); ` +
    `unknown ${unknown} (${percent(unknown, rows)})`
  );
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(2)} %`;
}
