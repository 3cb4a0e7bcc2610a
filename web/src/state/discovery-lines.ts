/** A discovery in words. */
import { NEW_LINK_ADVICE, START_ADVICE } from './companion.ts';
import type { Discovery } from './discovery.ts';
import { countOf } from './health.ts';

/** What is going on, for example `"Reading programs: 812 of 1,288"`; `undefined` when nothing is. */
export function progressLine({ phase, progress }: Pick<Discovery, 'phase' | 'progress'>): string | undefined {
  switch (phase) {
    case 'starting':
      return 'Asking the companion…';
    case 'screening':
      return `Reading programs${countsOf(progress)}`;
    case 'asking':
      return `Asking programs about themselves${countsOf(progress)}`;
    default:
      return undefined;
  }
}

function countsOf(progress: Discovery['progress']): string {
  if (progress === undefined) return '';
  const { done, total } = progress;
  return total === undefined
    ? `: ${done.toLocaleString('en')}`
    : `: ${done.toLocaleString('en')} of ${total.toLocaleString('en')}`;
}

/** What came of it, for example `"24 tools; 1,288 programs read, 1 asked, 0.6 s"`; `undefined` before its end. */
export function endLine({ phase, summary, problem }: Discovery): string | undefined {
  if (phase === 'cancelled') return 'Cancelled before the end.';
  if (problem) return `${problem.title}. ${problem.detail}${adviceOn(problem.code)}`;
  if (summary === undefined) return undefined;
  const { found, counts, duration } = summary;
  const work = [
    `${countOf(counts.read, 'program')} read`,
    counts.cached > 0 && `${counts.cached.toLocaleString('en')} remembered`,
    `${counts.asked.toLocaleString('en')} asked`,
    duration < 100 ? `${Math.round(duration)} ms` : `${(duration / 1000).toFixed(1)} s`,
  ];
  return `${countOf(found, 'tool')}; ${work.filter(Boolean).join(', ')}`;
}

/** What a person does about it, where the companion does not say so itself. */
function adviceOn(code: string): string {
  switch (code) {
    case 'discovery-running':
      return ' Perhaps another page started it; “Look again” then shows what it found.';
    case 'token-required':
      return ` ${NEW_LINK_ADVICE}`;
    case 'unreachable':
      return ` ${START_ADVICE}`;
    default:
      return '';
  }
}
