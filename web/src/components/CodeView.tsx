/** Read-only JSON of any length: laid out and coloured only where it is seen, yet wholly there for find and select. */
import { memo, type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import { jsonTokens } from '../state/json-tokens.ts';
import { chunkLines } from '../state/line-chunks.ts';
import { ScrollRegion } from './ScrollRegion.tsx';

/** Lines per piece: about one screen, so that few pieces are coloured at a time. */
const CHUNK = 50;
/** More lines than this nobody scrolls through, and the browser would feel it. */
const MAX_LINES = 20_000;
/** Pieces from which on the browser skips laying out what is off screen; skipped text has no rendered form to read. */
const LONG = 20;
const LINE_HEIGHT = 19;

interface CodeViewProps {
  readonly label: string;
  readonly className: string;
  readonly text: string;
}

export function CodeView({ label, className, text }: CodeViewProps): ReactElement {
  const { chunks, hidden } = useMemo(() => chunkLines(text, CHUNK, MAX_LINES), [text]);
  const last = chunks.length - 1;
  return (
    <ScrollRegion label={label} className={className}>
      <pre className={chunks.length > LONG ? 'code-view is-long' : 'code-view'}>
        <code>
          {chunks.map((chunk, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a piece is its place, and so only changed ones render again.
            <Chunk key={index} text={index < last ? `${chunk}\n` : chunk} />
          ))}
        </code>
      </pre>
      {hidden > 0 && (
        <p className="pane-note quiet">
          {hidden.toLocaleString('en')} more lines are not shown; Copy and Download have them all.
        </p>
      )}
    </ScrollRegion>
  );
}

const Chunk = memo(function Chunk({ text }: { readonly text: string }): ReactElement {
  const ref = useRef<HTMLSpanElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const observer = new IntersectionObserver((entries) => setSeen(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: '200px',
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0);
  return (
    <span ref={ref} className="code-chunk" style={{ containIntrinsicBlockSize: `${lines * LINE_HEIGHT}px` }}>
      {seen ? <Coloured text={text} /> : text}
    </span>
  );
});

function Coloured({ text }: { readonly text: string }): readonly ReactElement[] {
  return jsonTokens(text).map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity beyond their order.
    <span key={index} className={`syntax-${token.kind}`}>
      {token.text}
    </span>
  ));
}
