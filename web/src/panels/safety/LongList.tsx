import { type ReactElement, type ReactNode, useState } from 'react';

interface LongListProps<Item> {
  /** What the list is, in words; it names the region too. */
  readonly title: string;
  /** After the title. */
  readonly order?: string;
  readonly items: readonly Item[];
  readonly children: (item: Item) => ReactNode;
}

/** Lines that are shown at first; five times as many come with each click. */
const STEP = 40;

/** A titled list of commands that begins short. */
export function LongList<Item>({ title, order = '', items, children }: LongListProps<Item>): ReactElement {
  const [shown, setShown] = useState(STEP);
  return (
    <section className="safety-changes" aria-label={title}>
      <h3>
        {title}
        {order}
      </h3>
      <ul>{items.slice(0, shown).map(children)}</ul>
      {items.length > shown && (
        <button type="button" className="button button-small" onClick={() => setShown(shown + 5 * STEP)}>
          Show {Math.min(5 * STEP, items.length - shown)} more of {items.length.toLocaleString('en')}
        </button>
      )}
    </section>
  );
}
