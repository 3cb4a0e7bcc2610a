import '../styles/tabs.css';
import { type KeyboardEvent, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';
import { nextTab, useTabStrip } from './use-tab-strip.ts';
import { NameField } from './NameField.tsx';

interface OpenDocument {
  readonly id: string;
  /** The file name; also the tab's accessible name. */
  readonly name: string;
}

interface DocumentTabsProps {
  readonly documents: readonly OpenDocument[];
  /** Id of the document that is shown. */
  readonly active: string;
  readonly onChoose: (id: string) => void;
  readonly onClose: (id: string) => void;
  /** Gets what was typed; never empty, never what it was. */
  readonly onRename: (id: string, name: string) => void;
  /** Element id of what shows the document. */
  readonly panelId?: string;
  /** Stands after the last tab, such as a button for a new document. */
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
                  className="document-close"
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

function TabList({ documents, active, onChoose, onClose, onRenaming, panelId }: TabListProps): ReactElement {
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
          className="document-tab"
          style={{ gridColumn: index + 1 }}
          title={name}
          aria-selected={id === active}
          aria-controls={id === active ? panelId : undefined}
          aria-keyshortcuts="F2 Delete"
          tabIndex={id === active ? 0 : -1}
          onClick={() => onChoose(id)}
          onDoubleClick={() => onRenaming(id)}
          // The browser would start to scroll.
          onMouseDown={(event) => event.button === 1 && event.preventDefault()}
          onAuxClick={(event) => event.button === 1 && onClose(id)}
        >
          <span className="document-tab-name">{name}</span>
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
