import { type KeyboardEvent, type ReactElement, useEffect, useRef, useState } from 'react';
import { matchSorter } from 'match-sorter';
import { Dialog } from '../components/Dialog.tsx';
import { FilterField } from '../components/controls.tsx';
import { ScrollRegion } from '../components/content.tsx';
import { usePage } from '../page/page-context.ts';
import { countOf } from '../text/words.ts';
import { loadToolNames, loadToolText } from './well-known.ts';

/** The documents of everyday tools by name; Enter in the field opens the first that matches. */
export function SamplesDialog(): ReactElement {
  const { documents, closeDialog } = usePage();
  const { names, loading, trouble, open } = useMoreTools((title, text) => {
    closeDialog();
    documents.openSample({ title, name: `${title}.json`, text });
  });
  const [query, setQuery] = useState('');
  const list = useRef<HTMLUListElement>(null);
  const matches = matchSorter(names ?? [], query.trim());
  const [first] = matches;
  return (
    <Dialog title="More tools" part="samples" size="medium" onClose={closeDialog}>
      <div className="row">
        <FilterField
          label="Filter tools"
          placeholder="Filter by name"
          value={query}
          onChange={setQuery}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && first !== undefined) open(first);
            if (event.key !== 'ArrowDown') return;
            event.preventDefault();
            list.current?.querySelector('button')?.focus();
          }}
          isFirst
        />
        <p className="tools-count quiet" role="status">
          {statusOf(names, matches.length, loading)}
        </p>
      </div>
      {trouble !== undefined && (
        <p role="alert" className="bad">
          This did not load: {trouble} Reload the page to try again.
        </p>
      )}
      <ScrollRegion className="scroller section" label="Tools">
        {names !== undefined && first === undefined && (
          <p className="pane-note">
            No tool matches “{query.trim()}”. Another tool’s own <code>--agent</code> can be pasted as a document.
          </p>
        )}
        <ul className="more-tools" ref={list} onKeyDown={moveInGrid}>
          {matches.map((name) => (
            <li key={name}>
              <button
                type="button"
                className="more-tool bare option mono"
                data-first={name === first && query.trim() !== '' ? '' : undefined}
                onClick={() => open(name)}
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
      </ScrollRegion>
      <p className="quiet">
        Enter opens the first. Made from the tools’ own help and completions, with effects set by hand; the version that
        you have may differ.
      </p>
    </Dialog>
  );
}

function statusOf(names: readonly string[] | undefined, matches: number, loading: string | undefined): string {
  if (loading !== undefined) return `Opening ${loading}…`;
  if (names === undefined) return 'Loading…';
  const all = countOf(names.length, 'tool');
  return matches === names.length ? all : `${matches.toLocaleString('en')} of ${all}`;
}

function useMoreTools(onOpen: (name: string, text: string) => void) {
  const [names, setNames] = useState<readonly string[]>();
  const [loading, setLoading] = useState<string>();
  const [trouble, setTrouble] = useState<string>();
  const isOpen = useRef(true);
  useEffect(() => {
    isOpen.current = true;
    void loadToolNames().then((answer) => (answer.ok ? setNames(answer.value) : setTrouble(answer.reason)));
    return () => {
      isOpen.current = false;
    };
  }, []);
  const open = async (name: string): Promise<void> => {
    if (loading !== undefined) return;
    setLoading(name);
    setTrouble(undefined);
    const answer = await loadToolText(name);
    // A closed dialog means that the open document stays.
    if (!isOpen.current) return;
    setLoading(undefined);
    if (answer.ok) onOpen(name, answer.value);
    else setTrouble(answer.reason);
  };
  return { names, loading, trouble, open: (name: string) => void open(name) };
}

/** The arrows move as they point; up from the first row leads back to the field. */
function moveInGrid(event: KeyboardEvent<HTMLElement>): void {
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  const columns = buttons.filter((button) => button.offsetTop === buttons[0]?.offsetTop).length;
  const step = { ArrowDown: columns, ArrowRight: 1, ArrowUp: -columns, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  event.preventDefault();
  const index = buttons.findIndex((button) => button.matches(':focus'));
  const target = buttons[index + step];
  if (target) target.focus();
  else if (event.key === 'ArrowUp') event.currentTarget.closest('dialog')?.querySelector('input')?.focus();
}
