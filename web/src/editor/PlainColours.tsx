import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { jsonTokens } from '../components/CodeView.tsx';

/** Lines beside those in view, so that a flick of the finger shows no gap. */
const SPARE = 40;
/** UTF-16 units of the lines in view that are coloured; a document on one line stays plain. */
const MAX_UNITS = 20_000;

/** The colours and line numbers behind a text area that shows only its caret: the same font, the same places. */
export function PlainColours(props: { readonly text: string; readonly area: RefObject<HTMLTextAreaElement | null> }) {
  const { text, area } = props;
  const layer = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState(0);
  const [lineHeight, setLineHeight] = useState(20);
  const lines = useMemo(() => text.split('\n'), [text]);
  useLayoutEffect(() => {
    const field = area.current;
    if (field === null) return undefined;
    const height = Number.parseFloat(getComputedStyle(field).lineHeight);
    setLineHeight(height);
    const follow = (): void => {
      // Moves with the scrolling itself; redrawn only when other lines come into view.
      if (layer.current) layer.current.style.translate = `${-field.scrollLeft}px ${-field.scrollTop}px`;
      setFirst(Math.max(0, Math.floor(field.scrollTop / height / SPARE) * SPARE - SPARE));
    };
    follow();
    field.addEventListener('scroll', follow, { passive: true });
    return () => field.removeEventListener('scroll', follow);
  }, [area]);
  const seen = lines.slice(first, first + 4 * SPARE);
  const shown = seen.join('\n');
  return (
    <div className="plain-colours mono" aria-hidden="true">
      <div ref={layer} style={{ paddingTop: `${first * lineHeight}px` }}>
        <pre className="plain-numbers">{seen.map((_, index) => first + index + 1).join('\n')}</pre>
        <pre>
          {shown.length > MAX_UNITS
            ? shown
            : jsonTokens(shown).map(({ kind, text: token }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity beyond their order.
                <span key={index} className={`syntax-${kind}`}>
                  {token}
                </span>
              ))}
        </pre>
      </div>
    </div>
  );
}
