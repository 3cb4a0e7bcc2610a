import './tabs.css';
import {
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Icon } from './Icon.tsx';
import { NameField } from './NameField.tsx';

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

interface OpenDocument {
  readonly id: string;
  readonly name: string;
}

interface DocumentTabsProps {
  readonly documents: readonly OpenDocument[];
  readonly active: string;
  readonly onChoose: (id: string) => void;
  readonly onClose: (id: string) => void;
  /** Gets what was typed; never empty, never what it was. */
  readonly onRename: (id: string, name: string) => void;
  readonly children?: ReactNode;
}

const tabIdOf = (id: string): string => `document-tab-${id}`;

/**
 * The open documents. F2 or a double click renames, Delete or a middle click closes.
 *
 * The buttons that close lie over the tabs but stand outside the list: a tab may hold no other control (ARIA), and a
 * list of tabs nothing else.
 */
export function DocumentTabs(props: DocumentTabsProps): ReactElement {
  const { documents, active, onRename, children } = props;
  const [strip, hidden] = useTabStrip<HTMLDivElement>(active, documents.length);
  const [renaming, setRenaming] = useState<string>();
  const close = useClose(props);
  const finish = (document: OpenDocument, name: string | undefined): void => {
    setRenaming(undefined);
    const wanted = name?.trim() ?? '';
    if (wanted !== '' && wanted !== document.name) onRename(document.id, wanted);
  };
  return (
    <div className="document-tabs">
      <div ref={strip} className="document-strip tab-strip" data-more={hidden}>
        <TabList {...props} onClose={close} onRenaming={setRenaming} />
        <div className="document-layer">
          {documents.map((document, index) => (
            <div key={document.id} className="document-over" style={{ gridColumn: index + 1 }}>
              {renaming === document.id ? (
                <NameField
                  label="Document name"
                  name={document.name}
                  onFinish={(name, byKey) => {
                    finish(document, name);
                    if (byKey) window.document.getElementById(tabIdOf(document.id))?.focus();
                  }}
                />
              ) : (
                <button
                  type="button"
                  className="document-close bare"
                  aria-label={`Close ${document.name}`}
                  title={`Close ${document.name} (Delete)`}
                  tabIndex={document.id === active ? 0 : -1}
                  onClick={() => close(document.id)}
                >
                  <Icon name="close" />
                </button>
              )}
            </div>
          ))}
        </div>
      </div>
      {children}
    </div>
  );
}

interface TabListProps extends DocumentTabsProps {
  readonly onRenaming: (id: string) => void;
}

function TabList({ documents, active, onChoose, onClose, onRenaming }: TabListProps): ReactElement {
  const onKeyDown = (event: KeyboardEvent<HTMLElement>): void => {
    const index = documents.findIndex(({ id }) => id === active);
    const target = documents[nextTab(event.key, index, documents.length)];
    if (event.key === 'Delete') onClose(active);
    else if (event.key === 'F2') onRenaming(active);
    else if (target !== undefined) {
      onChoose(target.id);
      document.getElementById(tabIdOf(target.id))?.focus({ preventScroll: true });
    } else return;
    event.preventDefault();
  };
  return (
    <div className="document-layer" role="tablist" aria-label="Documents" onKeyDown={onKeyDown}>
      {documents.map(({ id, name }, index) => (
        <button
          key={id}
          id={tabIdOf(id)}
          type="button"
          role="tab"
          className="tab document-tab"
          style={{ gridColumn: index + 1 }}
          title={name}
          aria-selected={id === active}
          aria-keyshortcuts="F2 Delete"
          tabIndex={id === active ? 0 : -1}
          onClick={() => onChoose(id)}
          onDoubleClick={() => onRenaming(id)}
          // The browser would start to scroll.
          onMouseDown={(event) => event.button === 1 && event.preventDefault()}
          onAuxClick={(event) => event.button === 1 && onClose(id)}
        >
          <span className="clip">{name}</span>
        </button>
      ))}
    </div>
  );
}

/** Closing takes the focused element away; the focus goes to the tab that is active then. */
function useClose({ documents, active, onClose }: DocumentTabsProps): (id: string) => void {
  const closed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the documents that ends a closing.
  useEffect(() => {
    if (closed.current && document.activeElement === document.body) document.getElementById(tabIdOf(active))?.focus();
    closed.current = false;
  }, [documents, active]);
  return (id) => {
    closed.current = true;
    onClose(id);
  };
}
