import './tabs.css';
import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly id: Id; readonly label: string }[];
  readonly active: Id;
  readonly onChoose: (id: Id) => void;
}

export function panelIdOf(id: string): string {
  return `panel-${id}`;
}

/** Tabs after the ARIA pattern: one stop for Tab, arrow keys choose. Where they do not fit, they scroll in their bar. */
export function Tabs<Id extends string>({ label, tabs, active, onChoose }: TabsProps<Id>): ReactElement {
  const strip = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState('');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tabs themselves are read from the page.
  useEffect(() => {
    const element = strip.current;
    if (element === null) return undefined;
    // It also reports once at the start.
    const observer = new ResizeObserver(() => {
      showActive(element);
      setHidden(hiddenEnds(element));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [active, tabs.length]);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const index = tabs.findIndex((tab) => tab.id === active);
    const next = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: -1 }[event.key];
    const target = next === undefined ? undefined : tabs.at(next % tabs.length);
    if (target === undefined) return;
    event.preventDefault();
    onChoose(target.id);
    document.getElementById(`tab-${target.id}`)?.focus({ preventScroll: true });
  };
  return (
    <div
      ref={strip}
      className="tabs tab-strip"
      data-more={hidden}
      role="tablist"
      aria-label={label}
      onKeyDown={onKeyDown}
      onScroll={(event) => setHidden(hiddenEnds(event.currentTarget))}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          id={`tab-${tab.id}`}
          type="button"
          role="tab"
          className="bare tab"
          aria-selected={tab.id === active}
          aria-controls={panelIdOf(tab.id)}
          tabIndex={tab.id === active ? 0 : -1}
          onClick={() => onChoose(tab.id)}
        >
          <span className="steady" data-text={tab.label}>
            {tab.label}
          </span>
        </button>
      ))}
    </div>
  );
}

/** Px of a tab that may be out of sight before the strip says so: browsers scroll by fractions. */
const SLACK = 2;

function hiddenEnds({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): string {
  const start = scrollLeft > SLACK ? 'start' : '';
  return scrollLeft + clientWidth < scrollWidth - SLACK ? `${start} end` : start;
}

/** Room for the fade and for part of the neighbour, in px. */
const MARGIN = 32;

/** Scrolls only the strip: `scrollIntoView` would also scroll everything around it. */
function showActive(strip: HTMLElement): void {
  const tab = strip.querySelector('[role=tab][aria-selected=true]');
  if (tab === null) return;
  const [outer, inner] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (inner.left < outer.left + MARGIN) strip.scrollLeft += inner.left - outer.left - MARGIN;
  else if (inner.right > outer.right - MARGIN) strip.scrollLeft += inner.right - outer.right + MARGIN;
}
