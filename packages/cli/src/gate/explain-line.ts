import { escapeUnseen } from '@atip/core/internal';
import type { LineCheck, PartCheck, Word } from '@atip/shell';
import { describeEffects } from '@atip/node/internal';
import type { Paint } from '../terminal/style.ts';

const STYLE = { allow: 'green', confirm: 'yellow', deny: 'red' } as const;
const SAYS = { allow: 'runs without a question', confirm: 'asks first', deny: 'is refused' } as const;

/**
 * Explains a line in plain words: the decision, the line with coloured parts, then for each part what it does and why we ask, and
 * finally what we did not understand.
 */
export function explainLine(
  line: string,
  check: LineCheck,
  origins: readonly (string | undefined)[],
  paint: Paint,
): string {
  const lines = [
    `${paint(STYLE[check.decision], check.decision)}  This line ${SAYS[check.decision]}.`,
    '',
    `  ${paintLine(line, check, paint)}`,
  ];
  for (const [at, part] of check.parts.entries()) {
    // A bare assignment starts nothing.
    if (part.words.length === 0 && part.decision === 'allow') continue;
    const isRead = !check.problems.some(({ start, end }) => start <= part.start && part.end <= end);
    lines.push('', ...explainPart(line, part, { isRead, origin: origins[at] }, paint));
  }
  if (check.problems.length > 0) {
    lines.push('', 'Not understood:');
    for (const { message, start, end } of check.problems) {
      const place = shown(line.slice(start, end));
      lines.push(`  ${escapeUnseen(message)}${message.includes(place) ? '' : ` ${paint('dim', place)}`}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** The line with each part in the colour of its decision; inner parts go over outer ones, unknown syntax over both. */
export function paintLine(line: string, { parts, problems }: LineCheck, paint: Paint): string {
  const cuts = [
    ...new Set([0, line.length, ...[...parts, ...problems].flatMap(({ start, end }) => [start, end])]),
  ].sort((a, b) => a - b);
  return cuts
    .slice(0, -1)
    .map((start, at) => {
      const end = cuts[at + 1] ?? line.length;
      const holder = parts
        .filter((part) => part.start <= start && end <= part.end)
        .toSorted((a, b) => a.end - a.start - (b.end - b.start))[0];
      const text = escapeUnseen(line.slice(start, end)).replaceAll('\n', '\n  ');
      const isRead = !problems.some((problem) => problem.start <= start && end <= problem.end);
      if (!holder && isRead) return text;
      return paint(STYLE[isRead || holder?.decision === 'deny' ? (holder?.decision ?? 'allow') : 'confirm'], text);
    })
    .join('');
}

function explainPart(
  line: string,
  part: PartCheck,
  { isRead, origin }: { readonly isRead: boolean; readonly origin: string | undefined },
  paint: Paint,
): readonly string[] {
  const { words, through, reasons, effects, kind, tool, start, end } = part;
  const decision = part.decision === 'allow' && !isRead ? 'confirm' : part.decision;
  const command = words.length === 0 ? line.slice(start, end) : words.map(quoted).join(' ');
  const via = through.length > 0 ? paint('dim', ` through ${through.join(', ')}`) : '';
  const head = `  ${paint(STYLE[decision], decision.padEnd(7))}  ${paint('bold', shown(command))}${via}`;
  const isKnown = isRead && kind !== 'function' && (tool !== undefined || kind !== 'program');
  const may = isKnown ? describeEffects([effects]) : 'not stated';
  const does = kind === 'function' ? ['a function of this line'] : may === 'not stated' ? [] : [`may ${may}`];
  const because = reasons.map((reason) => escapeUnseen(reason));
  const where =
    decision !== 'allow' && part.rule !== undefined && origin !== undefined
      ? [paint('dim', `by ${part.rule}, of ${origin}`)]
      : [];
  return [head, ...[...does, ...because, ...where].map((text) => `           ${text}`)];
}

/** A word as a shell takes it; a word that is not known yet as it is written. */
function quoted({ unknown, text }: Word): string {
  return unknown === true || /^[\w@%+=:,./{}-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

function shown(text: string): string {
  const one = escapeUnseen(text.replace(/\s+/g, ' '));
  return one.length > 200 ? `${one.slice(0, 199)}…` : one;
}
