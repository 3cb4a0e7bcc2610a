import './code.css';
import { SAFETY_FLAGS } from '@atip/core';
import { memo, type ReactElement, type ReactNode, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { flagMeaning } from '../document/risks.ts';
import { visibleOutput } from '../text/visible-text.ts';

interface CodeProps {
  readonly label: string;
  readonly text: string;
  /** Two offsets for each pair of brackets that compiling appended to a description; never for what only looks like them. */
  readonly flags?: Uint32Array;
}

const NO_FLAGS = new Uint32Array();

/** Read-only JSON that paints at once: wrapped, and laid out only where it is seen, yet complete for find and select. */
export function PlainCode({ label, text, flags = NO_FLAGS }: CodeProps): ReactElement {
  const chunks = useMemo(() => chunksOf(text, flags), [text, flags]);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse (WCAG 2.1.1).
    <section className="code" aria-label={label} tabIndex={0}>
      {chunks.map((chunk) => (
        <Chunk key={chunk.start} {...chunk} />
      ))}
    </section>
  );
}

/** Lines of a chunk, the unit of layout and change. */
const CHUNK = 60;

function chunksOf(text: string, flags: Uint32Array) {
  const chunks: { start: number; text: string; flags: Uint32Array }[] = [];
  let flag = 0;
  for (let start = 0; start < text.length; ) {
    let end = start;
    for (let line = 0; line < CHUNK && end < text.length; line += 1) end = text.indexOf('\n', end) + 1 || text.length;
    const first = flag;
    while ((flags[flag] ?? end) < end) flag += 2;
    chunks.push({ start, text: text.slice(start, end), flags: flags.subarray(first, flag) });
    start = end;
  }
  return chunks;
}

type ChunkProps = ReturnType<typeof chunksOf>[number];

/** Out of sight it is one text to find and to select; in sight it has lines and colours. */
const Chunk = memo(
  function Chunk({ start, text, flags }: ChunkProps): ReactElement {
    const [isSeen, setSeen] = useState(start === 0);
    const element = useRef<HTMLPreElement>(null);
    useLayoutEffect(() => {
      const box = element.current;
      const look = (event: Event): void => setSeen((before) => before || !Reflect.get(event, 'skipped'));
      box?.addEventListener('contentvisibilityautostatechange', look);
      return () => box?.removeEventListener('contentvisibilityautostatechange', look);
    }, []);
    const lines = text.replace(/\n$/, '').split('\n');
    let next = start;
    const line = (whole: string): ReactElement => {
      const offset = next;
      next += whole.length + 1;
      // A wrapped line goes on below its own first letter.
      const indent = `${whole.search(/\S|$/) + 2}ch`;
      return (
        <span key={offset} className="code-line" style={{ paddingLeft: indent, textIndent: `-${indent}` }}>
          {coloured(shortened(whole), offset, flags)}
        </span>
      );
    };
    return (
      <pre ref={element} className="code-chunk" style={{ containIntrinsicBlockSize: `auto ${lines.length * 20}px` }}>
        {isSeen ? lines.map(line) : visibleOutput(lines.map(shortened).join('\n'))}
      </pre>
    );
  },
  (one, other) => one.text === other.text && one.start === other.start && one.flags.join() === other.flags.join(),
);

/** UTF-16 units of a line that are laid out: a line of a megabyte would block the page. */
const LONGEST_LINE = 5000;

function shortened(line: string): string {
  if (line.length <= LONGEST_LINE) return line;
  const left = (line.length - LONGEST_LINE).toLocaleString('en');
  return `${line.slice(0, LONGEST_LINE)} … ${left} more characters; Copy and Download have them`;
}

function coloured(line: string, offset: number, flags: Uint32Array): readonly ReactNode[] {
  let end = 0;
  const words = flagWords(line, offset, flags).flatMap((word) => {
    const before = visibleOutput(line.slice(end, word.start));
    end = word.end;
    return [
      before,
      <span key={word.start} className={`syntax-${word.tone}`} title={word.meaning}>
        {visibleOutput(line.slice(word.start, word.end))}
      </span>,
    ];
  });
  return [...words, visibleOutput(line.slice(end))];
}

interface FlagWord {
  readonly start: number;
  readonly end: number;
  readonly tone: 'harm' | 'care' | 'safe';
  readonly meaning: string;
}

/**
 * The words of the brackets in a piece of text, `"[⚠️ DESTRUCTIVE | NETWORK]"`, each with its place in the piece.
 *
 * @param offset where the piece starts in the text that the flags are of
 */
export function flagWords(piece: string, offset: number, flags: Uint32Array = NO_FLAGS): readonly FlagWord[] {
  const found: FlagWord[] = [];
  for (let index = 0; index < flags.length; index += 2) {
    const [from, to] = [(flags[index] ?? 0) - offset, (flags[index + 1] ?? 0) - offset];
    if (from < 0 || to > piece.length) continue;
    for (const { 0: word, index: at } of piece.slice(from + 1, to - 1).matchAll(/[^\s|;][^|;]*[^\s|;]/g)) {
      const meaning = flagMeaning(word);
      const start = from + 1 + at;
      if (meaning !== undefined) found.push({ start, end: start + word.length, tone: toneOf(word), meaning });
    }
  }
  return found;
}

function toneOf(word: string): FlagWord['tone'] {
  if (word === SAFETY_FLAGS.READ_ONLY) return 'safe';
  return word.startsWith(SAFETY_FLAGS.DESTRUCTIVE) || word.startsWith(SAFETY_FLAGS.NOT_REVERSIBLE) ? 'harm' : 'care';
}
