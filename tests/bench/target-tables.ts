import { type AllMeasured, judgeTargets, rowFinder } from './outcomes.ts';
import { showNumber } from './show-figure.ts';
import { tableText } from './tables.ts';
import { type Outcome, showBound, showValue, type Target } from './target.ts';

/** The targets on the page: what is missed, by how much and why, before all of them. */
export function targetTables(targets: readonly Target[], all: AllMeasured): string {
  const outcomes = judgeTargets(targets, all);
  const count = (state: Outcome['state']): number => outcomes.filter((one) => one.state === state).length;
  const left = count('left out');
  const sum = `Of ${outcomes.length} targets that earlier issues name, **${count('met')} are met and ${count('missed')} missed**${left > 0 ? `; ${left} could not be measured here` : ''}.`;
  return [sum, ...missedPart(outcomes, all), '### All targets', allTable(outcomes)].join('\n\n');
}

function missedPart(outcomes: readonly Outcome[], all: AllMeasured): string[] {
  const rowOf = rowFinder(all);
  const rows = outcomes.flatMap((outcome) => {
    if (outcome.state !== 'missed') return [];
    const { target, value, row } = outcome;
    return [
      [
        target.words,
        showBound(target, row),
        showValue(target, value, row),
        by(target, value),
        target.why?.(rowOf) ?? 'not known.',
        link(target),
      ],
    ];
  });
  if (rows.length === 0) return [];
  return ['### What is missed', tableText({ head: ['target', 'bound', 'measured', 'by', 'why', 'bench'], rows })];
}

/** By how much; a bound of nothing has no share. */
function by({ atMost, atLeast }: Target, value: number): string {
  if (atMost !== undefined)
    return atMost === 0 ? showNumber(value) : `${showNumber(100 * (value / atMost - 1))} % over`;
  return `${showNumber(100 * (1 - value / (atLeast ?? Number.NaN)))} % under`;
}

function allTable(outcomes: readonly Outcome[]): string {
  const rows = outcomes.map((outcome) => {
    const { target } = outcome;
    if (outcome.state === 'left out')
      return [String(target.issue), target.words, showBound(target), '–', outcome.reason, link(target)];
    const { value, row, state } = outcome;
    const measured = showValue(target, value, row);
    return [
      String(target.issue),
      target.words,
      showBound(target, row),
      measured,
      state === 'met' ? 'yes' : '**no**',
      link(target),
    ];
  });
  return tableText({ head: ['issue', 'target', 'bound', 'measured', 'met', 'bench'], rows });
}

/** To the part of the page that has the row. */
function link({ row }: Target): string {
  const [bench = ''] = row.split('/');
  return `[${bench}](#${bench})`;
}
