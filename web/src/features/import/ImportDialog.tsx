import { usePage } from '../../page/page-context.ts';
import './import.css';
import { type ReactElement, useEffect, useMemo, useState, useSyncExternalStore, useRef } from 'react';
import type { ImportQuestion, ImportResult } from './answer-import.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { IMPORT_LIST, type ImportItem, withChange, itemName, withoutItem } from './import-items.ts';
import { useAnswer } from '../../worker/use-answer.ts';
import { ImportResultView } from './ImportResultView.tsx';
import { openImported } from './open-imported.ts';
import { Button } from '../../components/Button.tsx';
import { type ReadFiles, readFiles } from './read-files.ts';
import { visibleText } from '../../text/visible-text.ts';
import fileServer from '../start/import/file-server.json?raw';
import ghRepoDelete from '../start/import/gh-repo-delete.txt?raw';

/** Brings in what describes a tool in another form; shows what it becomes before it is opened. */
export function ImportDialog(): ReactElement {
  const page = usePage();
  const { closeDialog: onClose } = page;
  const items = useSyncExternalStore(IMPORT_LIST.subscribe, IMPORT_LIST.get);
  const [chosen, setChosen] = useState<number>();
  const [refused, setRefused] = useState<readonly string[]>([]);
  useEffect(() => {
    if (items.length === 0) IMPORT_LIST.add([{ text: '' }]);
  }, [items]);
  // The item added last is shown first.
  const shown = items.find(({ id }) => id === chosen) ?? items.at(-1);
  const question = useMemo<ImportQuestion>(() => ({ sources: items }), [items]);
  const { last, pending, failure } = useAnswer('import', question);
  const answers = last !== undefined && last.question.sources.length === items.length ? last.answer : [];
  const index = shown === undefined ? -1 : items.indexOf(shown);
  const finish = (): void => {
    IMPORT_LIST.set([]);
    onClose();
  };
  return (
    <Dialog
      title="Import"
      part="import"
      size="large"
      onClose={onClose}
      footer={
        <ImportFooter
          results={pending ? [] : answers.map(({ result }) => result)}
          onOpen={() => {
            openImported(items, answers, page);
            finish();
          }}
        />
      }
    >
      {failure !== undefined && <p role="alert">{failure}</p>}
      {refused.map((sentence) => (
        <p key={sentence} role="alert">
          {sentence}
        </p>
      ))}
      {items.length > 1 && <ImportItems items={items} shown={shown?.id} onChoose={setChosen} />}
      <div className="import-sides">
        {shown !== undefined && (
          <ImportSourceView
            key={shown.id}
            item={shown}
            onText={(text) => IMPORT_LIST.set(withChange(items, shown.id, { text }))}
            onFiles={({ items: added, refused: sentences }) => {
              setRefused(sentences);
              setChosen(undefined);
              IMPORT_LIST.add(added);
            }}
          />
        )}
        {shown !== undefined && (
          <ImportResultView
            item={shown}
            imported={answers[index]}
            isStale={pending}
            onChange={(change) => IMPORT_LIST.set(withChange(items, shown.id, change))}
          />
        )}
      </div>
    </Dialog>
  );
}

interface ImportFooterProps {
  /** Empty while they are not known. */
  readonly results: readonly ImportResult[];
  readonly onOpen: () => void;
}

function ImportFooter({ results, onOpen }: ImportFooterProps): ReactElement {
  const { closeDialog } = usePage();
  const documents = results.filter(({ made }) => made === 'document').length;
  const hasSession = results.some(({ made }) => made === 'session');
  return (
    <div className="dialog-actions">
      <Button onClick={closeDialog}>Cancel</Button>
      <Button look="primary" disabled={documents === 0 && !hasSession} onClick={onOpen}>
        {verbFor(documents, hasSession)}
      </Button>
    </div>
  );
}

function verbFor(documents: number, hasSession: boolean): string {
  if (documents === 0 && hasSession) return 'Open the session';
  return documents > 1 ? `Open ${documents} documents` : 'Open as document';
}

interface ImportSourceViewProps {
  readonly item: ImportItem;
  readonly onText: (text: string) => void;
  readonly onFiles: (files: ReadFiles) => void;
}

/** The text as it came; what is not there yet is pasted, chosen, dropped or tried. */
function ImportSourceView({ item, onText, onFiles }: ImportSourceViewProps): ReactElement {
  const field = useRef<HTMLInputElement>(null);
  return (
    <section className="import-source" aria-label="Source">
      <div className="row">
        <Button small icon="upload" onClick={() => field.current?.click()}>
          Choose files
        </Button>
        <input
          ref={field}
          type="file"
          multiple
          hidden
          aria-label="Import files"
          onChange={async ({ target }) => {
            onFiles(await readFiles(target.files ?? []));
            // The same file can be chosen again.
            target.value = '';
          }}
        />
        <span className="quiet">or drop them anywhere.</span>
      </div>
      <textarea
        className="field mono import-text"
        aria-label="Import text"
        placeholder="Paste what a tool prints for --help, a tool list, a specification or a share link"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        data-autofocus=""
        value={item.text}
        onChange={(event) => onText(event.target.value)}
      />
      {item.text.trim() === '' && (
        <p className="row">
          <span className="quiet">Try</span>
          {IMPORT_SAMPLES.map(({ title, fileName, text }) => (
            <Button key={title} small onClick={() => onFiles({ items: [{ text, fileName }], refused: [] })}>
              {title}
            </Button>
          ))}
        </p>
      )}
    </section>
  );
}

interface ImportItemsProps {
  readonly items: readonly ImportItem[];
  readonly shown: number | undefined;
  readonly onChoose: (id: number) => void;
}

function ImportItems({ items, shown, onChoose }: ImportItemsProps): ReactElement {
  return (
    <ul className="row import-items" aria-label="Import list">
      {items.map((item) => {
        const name = visibleText(itemName(item));
        return (
          <li key={item.id}>
            <Button small aria-pressed={item.id === shown} onClick={() => onChoose(item.id)}>
              {name}
            </Button>
            <Button
              small
              look="plain"
              icon="close"
              aria-label={`Leave out ${name}`}
              onClick={() => IMPORT_LIST.set(withoutItem(items, item.id))}
            />
          </li>
        );
      })}
    </ul>
  );
}

interface ImportSample {
  readonly title: string;
  readonly fileName: string;
  readonly text: string;
}

const IMPORT_SAMPLES: readonly ImportSample[] = [
  { title: 'help of gh repo delete', fileName: 'gh-repo-delete.txt', text: ghRepoDelete },
  { title: 'tools of an MCP server', fileName: 'file-server.json', text: fileServer },
];
