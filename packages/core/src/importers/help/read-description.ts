import type { HelpLine } from './read-help-lines.ts';
import { readOptionHead } from './read-option-head.ts';
import type { HelpSection } from './split-sections.ts';

/** Sentences that say something about the text, or about nothing, and not what the program does. */
const NOISE =
  /^(?:copyright|licen[cs]e|error|unknown|usage|use |see |try |for more|report |mandatory arg|or:|where |written by|note|warning|default )|\bversion \d|^\S+ \(?v?\d+\.\d|\billegal option|\bnot an option|\bare listed below/i;

/**
 * The sentence in which a help text says what its program does; empty when there is none.
 *
 * It stands in a NAME section, before the usage, or right under it.
 */
export function readDescription(sections: readonly HelpSection[]): string {
  const named = sections.find(({ heading }) => /^name$/i.test(heading))?.lines.find(({ text }) => text !== '')?.text;
  const title = named === undefined ? undefined : /\s[-–—]+\s(.+)$/.exec(named)?.[1];
  if (title !== undefined) return sentence(title);
  const usage = sections.findIndex(({ kind }) => kind === 'usage');
  const before = sections.slice(0, Math.max(usage, 0));
  const below = sections.slice(usage + 1);
  const under = (sections[usage]?.lines ?? []).filter(
    ({ text, indent }, at) => at > 0 && indent === 0 && /^[A-Z][a-z]/.test(text),
  );
  const prose = [
    ...before.filter(({ kind }) => kind === 'other').flatMap(({ lines }) => paragraphs(lines)),
    ...paragraphs(under),
    ...below
      .filter(({ heading }) => heading === '' || /^description$/i.test(heading))
      .flatMap(({ lines }) => paragraphs(upToOptions(lines))),
  ];
  return sentence(
    prose.find((text) => /^["'`]?[A-Za-z][\w-]* .*\w/.test(text) && !NOISE.test(text) && !/^\S+ [[<]/.test(text)) ?? '',
  );
}

function upToOptions(lines: readonly HelpLine[]): readonly HelpLine[] {
  const end = lines.findIndex(({ text }) => readOptionHead(text) !== undefined);
  return end === -1 ? lines : lines.slice(0, end);
}

function paragraphs(lines: readonly HelpLine[]): string[] {
  const parts = lines
    .map(({ text }) => text)
    .join('\n')
    .split(/\n{2,}/);
  return parts.map((part) => part.replace(/\s+/g, ' ').trim()).filter((part) => part !== '');
}

/** Longest that is kept, in UTF-16 units. */
const MAX_SENTENCE = 200;

function sentence(text: string): string {
  const end = /[.!:](?:\s|$)/.exec(text);
  const first = end === null ? text : text.slice(0, end.index);
  return (first.length > MAX_SENTENCE ? `${first.slice(0, first.lastIndexOf(' ', MAX_SENTENCE))} …` : first).trim();
}
