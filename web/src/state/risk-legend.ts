import type { AtipEffects } from '@atip/core';
import { type RiskMark, riskMarks } from './risks.ts';

/** Everything that the page has a mark for. */
const EVERY_RISK: AtipEffects = {
  destructive: true,
  reversible: false,
  cost: { billable: true },
  filesystem: { delete: true, write: true },
  network: true,
  idempotent: false,
  interactive: { stdin: 'none', prompts: true, tty: true },
};

/** What says as much of itself as makes it read-only, and no more: the rest of it is not stated. */
const READS: AtipEffects = { filesystem: { write: false }, network: false };

/** Each mark once, gravest first, as `riskMarks` gives them. */
export function riskLegend(): readonly RiskMark[] {
  return [
    ...riskMarks(EVERY_RISK),
    ...riskMarks(READS).filter(({ risk }) => risk === 'reads'),
    ...riskMarks({}).map((mark) => ({
      ...mark,
      word: 'not stated',
      meaning: 'The metadata does not say, so the worst must be expected.',
    })),
  ];
}
