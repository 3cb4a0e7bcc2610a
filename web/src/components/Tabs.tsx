import type { KeyboardEvent, ReactElement, ReactNode } from 'react';

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

/** Tabs after the ARIA pattern: one stop for Tab, arrow keys choose. */
export function Tabs<Id extends string>({ label, tabs, active, onChoose, children }: TabsProps<Id>): ReactElement {
  const onKeyDown = (event: KeyboardEvent<HTMLDivElement>): void => {
    const target =
      tabs[
        nextIndex(
          event.key,
          tabs.findIndex((tab) => tab.id === active),
          tabs.length,
        )
      ];
    if (target === undefined) return;
    event.preventDefault();
    onChoose(target.id);
    document.getElementById(`tab-${target.id}`)?.focus();
  };
  return (
    <div className="pane-bar">
      <div className="tabs" role="tablist" aria-label={label} onKeyDown={onKeyDown}>
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

/** -1 for keys that do not move. */
function nextIndex(key: string, index: number, count: number): number {
  if (key === 'ArrowRight') return (index + 1) % count;
  if (key === 'ArrowLeft') return (index + count - 1) % count;
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : -1;
}
