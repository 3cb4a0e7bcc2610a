/** What a comparison found, in words for a heading and for Markdown. */
import type { ToolChangeKind } from '@atip/core';
import { countOf } from '../../text/words.ts';
import { PROVIDER_ORDER, STRICT_PROVIDERS } from '../../document/providers.ts';
import { visibleText } from '../../text/visible-text.ts';
import type { ComparedChange, Comparison } from './answer-compare.ts';
import type { ProviderChange } from './provider-changes.ts';

/** Gravest first. */
export const KINDS: readonly ToolChangeKind[] = ['breaking', 'safety', 'additive', 'neutral'];

export const KIND_TITLES: Readonly<Record<ToolChangeKind, string>> = {
  breaking: 'Breaking: calls that worked stop working',
  safety: 'Safety: what may be harmed differs',
  additive: 'Additive: more is possible',
  neutral: 'Neutral: said or written otherwise',
};

const NOUNS: Readonly<Record<ToolChangeKind, string>> = {
  breaking: 'breaking change',
  safety: 'safety change',
  additive: 'addition',
  neutral: 'neutral change',
};

/** `"major: 2 breaking changes, 1 safety change"` */
export function verdictLine({ verdict, changes }: Pick<Comparison, 'verdict' | 'changes'>): string {
  if (changes.length === 0) return 'none: no change in meaning';
  const counts = KINDS.flatMap((kind) => {
    const count = changes.filter((change) => change.kind === kind).length;
    return count === 0 ? [] : countOf(count, NOUNS[kind]);
  });
  return `${verdict}: ${counts.join(', ')}`;
}

/** `"1.2.0 → 1.2.1 is a patch, but this needs 2.0.0."` */
export function stepSentence({ before, after, step }: Pick<Comparison, 'before' | 'after' | 'step'>): string {
  const versions = `${before.version} → ${after.version}`;
  const needs = step.needed === undefined ? '' : `; these changes ask for ${step.needed} or later`;
  switch (step.stated) {
    case 'unreadable':
      return `${versions} cannot be compared as versions${needs}.`;
    case 'backwards':
      return `${versions} goes backwards${needs}.`;
    case 'none':
      return step.isEnough
        ? `Both state ${before.version}, and nothing asks for another.`
        : `Both state ${before.version}, but this needs ${step.needed ?? 'another'}.`;
    default:
      return step.isEnough
        ? `${versions} is a ${step.stated} step, and that is enough.`
        : `${versions} is a ${step.stated} step, but this needs ${step.needed ?? 'more'}.`;
  }
}

/** Ways in which tools are compiled here: each provider, and its strict mode. */
const FORMS = PROVIDER_ORDER.length + STRICT_PROVIDERS.length;

/** For whom, in few words: `"OpenAI, OpenAI strict"`, or `"every provider"`. */
export function whomOf({ providers }: Pick<ProviderChange, 'providers'>): string {
  return providers.length === FORMS ? 'every provider' : providers.join(', ');
}

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
