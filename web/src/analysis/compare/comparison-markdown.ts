import { visibleText } from '../../state/visible-text.ts';
import type { ComparedChange, Comparison } from './answer-compare.ts';
import { KIND_TITLES, KINDS, stepSentence, verdictLine, whomOf } from './comparison-words.ts';

/** A comparison as Markdown for a pull request. Foreign text stands in code spans, which nothing in it can leave. */
export function comparisonMarkdown(comparison: Comparison): string {
  const { before, after, changes, providers } = comparison;
  const parts = [
    `## ${code(before.name)} ${code(before.version)} → ${code(after.name)} ${code(after.version)}`,
    `**${verdictLine(comparison)}**`,
    code(stepSentence(comparison)),
  ];
  for (const kind of KINDS) {
    const found = changes.filter((change) => change.kind === kind);
    if (found.length > 0) parts.push(`### ${KIND_TITLES[kind]} (${found.length})`, found.map(changeLine).join('\n'));
  }
  if (providers.length > 0) {
    const lines = providers.map((change) => `- ${code(change.message)} (${whomOf(change)})`);
    parts.push('### What providers make of it', lines.join('\n'));
  }
  return `${parts.join('\n\n')}\n`;
}

function changeLine({ place, message, before, after }: ComparedChange): string {
  const words =
    before.words === after.words ? '' : `: ${code(before.words ?? 'nothing')} → ${code(after.words ?? 'nothing')}`;
  return `- ${code(place)} – ${code(message)}${words}`;
}

/** A code span fenced by more backticks than stand together inside. */
function code(text: string): string {
  const shown = visibleText(text).replace(/\s+/g, ' ');
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const fence = '`'.repeat(longest + 1);
  return longest > 0 ? `${fence} ${shown} ${fence}` : `${fence}${shown}${fence}`;
}
