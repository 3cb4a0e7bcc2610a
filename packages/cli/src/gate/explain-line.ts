import { escapeUnseen } from '@atip/core/internal';
import type { LineCheck, PartCheck } from '@atip/shell';
import { describeEffects } from '@atip/node/internal';
import type { Paint } from '../terminal/style.ts';

const STYLE = { allow: 'green', confirm: 'yellow', deny: 'red' } as const;
const SAYS = { allow: 'runs without a question', confirm: 'asks first', deny: 'is refused' } as const;

/**
 * Says what a line does, in plain words: the decision, the line with its parts coloured, then each part with what it does and why it is
 * asked about, and what was not understood.
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
  for (const [at, part] of check.parts.entries()) lines.push('', ...explainPart(part, origins[at], paint));
  if (check.problems.length > 0) {
    lines.push('', 'Not understood:');
    for (const { message, start, end } of check.problems) {
      const place = line.slice(start, end);
      lines.push(`  ${escapeUnseen(message)}${place.trim() === '' ? '' : ` ${paint('dim', shown(place))}`}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** The line with each part in the colour of its decision; inner parts over outer ones. */
export function paintLine(line: string, { parts }: LineCheck, paint: Paint): string {
  const cuts = [...new Set([0, line.length, ...parts.flatMap(({ start, end }) => [start, end])])].sort((a, b) => a - b);
  return cuts
    .slice(0, -1)
    .map((start, at) => {
      const end = cuts[at + 1] ?? line.length;
      const holder = parts
        .filter((part) => part.start <= start && end <= part.end)
        .toSorted((a, b) => a.end - a.start - (b.end - b.start))[0];
      const text = escapeUnseen(line.slice(start, end)).replaceAll('\n', '\n  ');
      return holder ? paint(STYLE[holder.decision], text) : text;
    })
    .join('');
}

function explainPart(part: PartCheck, origin: string | undefined, paint: Paint): readonly string[] {
  const { words, through, decision, reasons, effects, kind, tool } = part;
  const command = words.map(({ text }) => text).join(' ');
  const via = through.length > 0 ? paint('dim', ` through ${through.join(', ')}`) : '';
  const head = `  ${paint(STYLE[decision], decision.padEnd(7))}  ${paint('bold', shown(command))}${via}`;
  const does =
    kind === 'function'
      ? ['a function of this line']
      : tool === undefined && kind === 'program'
        ? []
        : [describeEffects([effects])];
  const because = reasons.map((reason) => escapeUnseen(reason));
  const where =
    decision !== 'allow' && part.rule !== undefined && origin !== undefined
      ? [paint('dim', `by ${part.rule}, of ${origin}`)]
      : [];
  return [head, ...[...does, ...because, ...where].filter((text) => text !== '').map((text) => `           ${text}`)];
}

function shown(text: string): string {
  const one = escapeUnseen(text.replace(/\s+/g, ' '));
  return one.length > 200 ? `${one.slice(0, 199)}…` : one;
}
