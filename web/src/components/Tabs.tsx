import './tabs.css';
import { type KeyboardEvent, type ReactElement, type RefObject, useEffect, useRef, useState } from 'react';

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
  const [strip, hidden] = useTabStrip<HTMLDivElement>(active, tabs.length);
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const index = tabs.findIndex((tab) => tab.id === active);
    const target = tabs[nextTab(event.key, index, tabs.length)];
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

/** Which ends of a strip hide something; a value for `data-more`. */
type HiddenEnds = 'start' | 'end' | 'both' | undefined;

/** Px of a tab that may be out of sight before the strip says so: browsers scroll by fractions. */
const SLACK = 2;

/** Keeps the active tab of a strip that scrolls sideways in view, and tells where it goes on. */
function useTabStrip<Element extends HTMLElement>(
  active: string,
  count: number,
): readonly [RefObject<Element | null>, HiddenEnds] {
  const strip = useRef<Element>(null);
  const [hidden, setHidden] = useState<HiddenEnds>();
  useEffect(() => {
    const element = strip.current;
    if (element === null) return undefined;
    const look = (): void => setHidden(hiddenEnds(element));
    const observer = new ResizeObserver(() => {
      showActive(element);
      look();
    });
    observer.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tabs themselves are read from the page.
  useEffect(() => {
    if (strip.current === null) return;
    showActive(strip.current);
    setHidden(hiddenEnds(strip.current));
  }, [active, count]);
  return [strip, hidden];
}

function hiddenEnds({ scrollLeft, scrollWidth, clientWidth }: HTMLElement): HiddenEnds {
  const atStart = scrollLeft <= SLACK;
  const atEnd = scrollLeft + clientWidth >= scrollWidth - SLACK;
  if (atStart) return atEnd ? undefined : 'end';
  return atEnd ? 'start' : 'both';
}

/** Room for the fade and for a piece of the neighbour, in px. */
const MARGIN = 32;

/** Scrolls the strip alone: `scrollIntoView` would also move whatever the strip stands in. */
function showActive(strip: HTMLElement): void {
  const tab = strip.querySelector('[role=tab][aria-selected=true]');
  if (tab === null) return;
  const [outer, inner] = [strip.getBoundingClientRect(), tab.getBoundingClientRect()];
  if (inner.left < outer.left + MARGIN) strip.scrollLeft += inner.left - outer.left - MARGIN;
  else if (inner.right > outer.right - MARGIN) strip.scrollLeft += inner.right - outer.right + MARGIN;
}

/** The tab that a key leads to from `index` among `count`; -1 for keys that do not move. */
function nextTab(key: string, index: number, count: number): number {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : -1;
}
