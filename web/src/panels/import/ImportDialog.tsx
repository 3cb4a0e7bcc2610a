import '../../styles/import.css';
import { type Dispatch, type ReactElement, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { ImportQuestion } from '../../analysis/import/answer-import.ts';
import { Dialog } from '../../components/Dialog.tsx';
import { withChange } from '../../state/import-items.ts';
import { IMPORT_LIST } from '../../state/import-list.ts';
import type { PlaygroundAction } from '../../state/playground.ts';
import { useAnswer } from '../use-answer.ts';
import { ImportFooter } from './ImportFooter.tsx';
import { ImportItems } from './ImportItems.tsx';
import { ImportResultView } from './ImportResultView.tsx';
import { ImportSourceView } from './ImportSourceView.tsx';
import { openImported } from './open-imported.ts';

interface ImportDialogProps {
  readonly dispatch: Dispatch<PlaygroundAction>;
  readonly onClose: () => void;
}

/** Brings in what describes a tool in another form; shows what it becomes before it is opened. */
export function ImportDialog({ dispatch, onClose }: ImportDialogProps): ReactElement {
  const items = useSyncExternalStore(IMPORT_LIST.subscribe, IMPORT_LIST.get);
  const [chosen, setChosen] = useState<number>();
  const [refused, setRefused] = useState<readonly string[]>([]);
  useEffect(() => {
    if (items.length === 0) IMPORT_LIST.add([{ text: '' }]);
  }, [items]);
  // What was just added is what the person wants to see.
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
          onClose={onClose}
          onOpen={() => {
            openImported(items, answers, dispatch);
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
