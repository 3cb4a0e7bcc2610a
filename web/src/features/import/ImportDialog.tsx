import './import.css';
import { type ReactElement, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Button, FileButton } from '../../components/controls.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import { usePage } from '../../page/page-context.ts';
import { visibleText } from '../../text/visible-text.ts';
import { useAnswer } from '../../worker/use-answer.ts';
import fileServer from '../start/import/file-server.json?raw';
import ghRepoDelete from '../start/import/gh-repo-delete.txt?raw';
import type { ImportQuestion } from './answer-import.ts';
import { ImportResultView } from './ImportResultView.tsx';
import { openImported } from './open-imported.ts';
import { type ReadFiles, readFiles, IMPORT_LIST, type ImportItem } from './import-list.ts';

export function ImportDialog(): ReactElement {
  const page = usePage();
  const { closeDialog } = page;
  const items = useSyncExternalStore(IMPORT_LIST.subscribe, IMPORT_LIST.get);
  const [chosen, setChosen] = useState<number>();
  const [refused, setRefused] = useState<readonly string[]>([]);
  useEffect(() => {
    if (items.length === 0) IMPORT_LIST.add([{ text: '' }]);
  }, [items]);
  const question = useMemo<ImportQuestion>(() => ({ sources: items }), [items]);
  const { last, pending, failure } = useAnswer('import', question);
  const answers = last !== undefined && last.question.sources.length === items.length ? last.answer : [];
  // The item added last is shown first.
  const shown = items.find(({ id }) => id === chosen) ?? items.at(-1);
  const made = pending ? [] : answers.map(({ result }) => result.made);
  const documents = made.filter((one) => one === 'document').length;
  const isSession = documents === 0 && made.includes('session');
  const verb = documents > 1 ? `Open ${documents} documents` : 'Open as document';
  const open = (): void => {
    openImported(items, answers, page);
    IMPORT_LIST.clear();
    closeDialog();
  };
  return (
    <Dialog
      title="Import"
      part="import"
      size="large"
      onClose={closeDialog}
      footer={
        <div className="dialog-actions">
          <Button onClick={closeDialog}>Cancel</Button>
          <Button look="primary" disabled={documents === 0 && !isSession} onClick={open}>
            {isSession ? 'Open the session' : verb}
          </Button>
        </div>
      }
    >
      {[...(failure === undefined ? [] : [failure]), ...refused].map((sentence) => (
        <p key={sentence} role="alert">
          {sentence}
        </p>
      ))}
      {items.length > 1 && (
        <ul className="row" aria-label="Import list">
          {items.map(({ id, fileName = `Pasted text ${id}` }) => {
            const name = visibleText(fileName);
            const leave = (): void => IMPORT_LIST.remove(id);
            return (
              <li key={id}>
                <Button small aria-pressed={id === shown?.id} onClick={() => setChosen(id)}>
                  {name}
                </Button>
                <Button small look="plain" icon="close" aria-label={`Leave out ${name}`} onClick={leave} />
              </li>
            );
          })}
        </ul>
      )}
      {shown !== undefined && (
        <div className="import-sides">
          <ImportSourceView
            key={shown.id}
            item={shown}
            onFiles={({ items: added, refused: sentences }) => {
              setRefused(sentences);
              setChosen(undefined);
              IMPORT_LIST.add(added);
            }}
          />
          <ImportResultView item={shown} imported={answers[items.indexOf(shown)]} isStale={pending} />
        </div>
      )}
    </Dialog>
  );
}

interface ImportSourceViewProps {
  readonly item: ImportItem;
  readonly onFiles: (files: ReadFiles) => void;
}

function ImportSourceView({ item, onFiles }: ImportSourceViewProps): ReactElement {
  return (
    <section className="panel" aria-label="Source">
      <div className="row">
        <FileButton small multiple label="Import files" onFiles={async (files) => onFiles(await readFiles(files))}>
          Choose files
        </FileButton>
        <span className="quiet">or drop them anywhere.</span>
      </div>
      <textarea
        className="field mono import-text"
        aria-label="Import text"
        placeholder="Paste the output of --help, a tool list, a specification or a share link"
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        data-autofocus=""
        value={item.text}
        onChange={(event) => IMPORT_LIST.change(item.id, { text: event.target.value })}
      />
      {item.text.trim() === '' && (
        <p className="row">
          <span className="quiet">Try</span>
          {SAMPLES.map(({ title, ...sample }) => (
            <Button key={title} small onClick={() => onFiles({ items: [sample], refused: [] })}>
              {title}
            </Button>
          ))}
        </p>
      )}
    </section>
  );
}

const SAMPLES = [
  { title: 'help of gh repo delete', fileName: 'gh-repo-delete.txt', text: ghRepoDelete },
  { title: 'tools of an MCP server', fileName: 'file-server.json', text: fileServer },
];
