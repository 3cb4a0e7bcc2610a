import '../styles/tabs.css';
import type { KeyboardEvent, ReactElement, ReactNode } from 'react';
import { nextTab, useTabStrip } from './use-tab-strip.ts';

interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly { readonly id: Id; readonly label: string }[];
  readonly active: Id;
  readonly onChoose: (id: Id) => void;
  /** Stands at the end of the row. */
  readonly children?: ReactNode;
}

/** The element id of a tab's panel. */
export function panelIdOf(id: string): string {
  return `panel-${id}`;
}

/** Tabs after the ARIA pattern: one stop for Tab, arrow keys choose. Where they do not fit, they scroll in their bar. */
export function Tabs<Id extends string>({ label, tabs, active, onChoose, children }: TabsProps<Id>): ReactElement {
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
    <div className="pane-bar tab-bar">
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
            className="tab"
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
      <span className="grow" />
      {children}
    </div>
  );
}
