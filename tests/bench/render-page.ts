import type { Bench } from './benches.ts';
import type { MeasuredPart, MeasuredParts } from './measured-part.ts';
import { targetTables } from './target-tables.ts';
import type { Target } from './target.ts';
import { growthTable, rowTable, tableText } from './tables.ts';

const HEAD = `# Benchmarks

Is it fast enough, against what, and how does it grow? Each figure here was measured by \`npm run bench\`, which also wrote this page; how each is measured is
told in [tests/bench](../tests/bench/README.md). Times of one machine say little, so most figures stand beside a **baseline that was measured in the same run**,
and the ratio is ours over the baseline: for times, sizes and letters less than 1 is better than it, for requests a second more than 1. Under each bench its input grows tenfold
and tenfold again: linear cost has a factor of 10 at each step, and what must not care how much there is, one of 1.

Nothing fails on a clock. What is stable (sizes, allocations, processes that are started, bytes that are read) is held by a test, \`tests/figures\`, which
fails when a figure grows, and asks for it to be written down when it shrinks.`;

/** The whole page of what was kept. @param versions of what is compared. @throws when a target has no row, see {@link targetTables}. */
export function renderPage(
  benches: Readonly<Record<string, Bench>>,
  targets: readonly Target[],
  parts: MeasuredParts,
  versions: readonly string[],
): string {
  const kept = Object.entries(benches).map(([name, bench]) => {
    const part = parts[name];
    return part === undefined ? renderUnmeasured(name, bench) : renderPart(name, bench, part);
  });
  const anchors = new Map(Object.entries(benches).map(([name, { title }]) => [`(#${name})`, `(#${slugOf(title)})`]));
  const tables = targetTables(targets, parts).replaceAll(/\(#\w+\)/g, (link) => anchors.get(link) ?? link);
  return `${[HEAD, `## Targets\n\n${tables}`, machinePart(benches, parts, versions), ...kept].join('\n\n')}\n`;
}

/** One bench's part. */
export function renderPart(name: string, { title, about }: Bench, part: MeasuredPart): string {
  const leftOut = Object.entries(part.leftOut ?? {}).map(([id, reason]) => `Left out, ${id}: ${reason}.`);
  return [
    `## ${title}`,
    about,
    `\`npm run bench -- ${name}\`, ${Math.round(part.seconds)} s; load before ${part.load.toFixed(1)}.`,
    ...(part.notes ?? []),
    ...(part.rows.length > 0 ? [rowTable(part.rows)] : []),
    ...(part.growth ?? []).map(growthTable),
    ...(part.tables ?? []).map(tableText),
    ...leftOut,
  ].join('\n\n');
}

/** The place of a bench without figures: targets and other pages link to it. */
function renderUnmeasured(name: string, { title, about }: Bench): string {
  return [`## ${title}`, about, `\`npm run bench -- ${name}\` has not been run yet.`].join('\n\n');
}

/** Where and when; one line where all benches ran together. */
function machinePart(
  benches: Readonly<Record<string, Bench>>,
  parts: MeasuredParts,
  versions: readonly string[],
): string {
  const runs = new Map<string, string[]>();
  for (const [name, { title }] of Object.entries(benches)) {
    const part = parts[name];
    if (part === undefined) continue;
    const run = `${part.on}: ${part.machine}`;
    runs.set(run, [...(runs.get(run) ?? []), title]);
  }
  const lines = [...runs].map(([run, titles]) => `- ${run}${runs.size > 1 ? ` (${titles.join('; ')})` : ''}`);
  const loads = Object.values(parts).map(({ load }) => load);
  const seconds = Object.values(parts).reduce((sum, part) => sum + part.seconds, 0);
  const busy = `Load before the benches: ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)} (above 1 something else ran); all of them took ${(seconds / 60).toFixed(0)} minutes.`;
  return [
    '## Machine and versions',
    lines.join('\n'),
    busy,
    `Compared and measured with: ${versions.join(', ')}.`,
  ].join('\n\n');
}

/** As GitHub and VitePress name the place of a heading that has letters, digits and blanks only. */
function slugOf(title: string): string {
  if (!/^[A-Za-z0-9 ]+$/.test(title)) throw new Error(`"${title}" would have different addresses in different places.`);
  return title.toLowerCase().replaceAll(' ', '-');
}
