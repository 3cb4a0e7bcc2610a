import type { DocumentAnswer, DocumentPlan } from '@atip/companion';
import { type ReactElement, useEffect, useState } from 'react';
import { ask, type CompanionAnswer } from '../companion/client.ts';
import { usePage } from '../page/page-context.ts';
import { Button } from '../parts/controls.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { shortText, visibleText } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';

interface SaveDialogProps {
  readonly text: string;
  readonly tool: string;
  readonly onClose: () => void;
}

/** Saves the page's document for its program on this computer, once a person has seen what the companion would write. */
export function SaveDialog({ text, tool, onClose }: SaveDialogProps): ReactElement {
  const { companion, page } = usePage();
  const { api, refresh, removeDocument } = companion;
  const [answer, setAnswer] = useState<CompanionAnswer<DocumentAnswer>>();
  const [saving, setSaving] = useState<AbortController>();
  useEffect(() => void ask(api.documents.$post({ json: { text } })).then(setAnswer), [api, text]);
  // A question in the companion's terminal ends with the dialog.
  useEffect(() => () => saving?.abort(), [saving]);
  const asked = answer?.ok && answer.value.state === 'confirmation-required' ? answer.value : undefined;
  const save = async (approve: string): Promise<void> => {
    const mine = new AbortController();
    setSaving(mine);
    const saved = await ask(api.documents.$post({ json: { text, approve } }, { init: { signal: mine.signal } }));
    setSaving(undefined);
    if (!saved.ok || saved.value.state !== 'saved') return setAnswer(saved);
    const { name } = saved.value;
    await refresh();
    onClose();
    const remove = async (): Promise<void> => page.tell(await removeDocument(name));
    page.tell(`Saved ${visibleText(name)}. It can be run now.`, { label: 'Remove', onChoose: () => void remove() });
  };
  const actions = (
    <div className="dialog-actions">
      {saving && asked?.where === 'terminal' && <p role="status">Answer in the terminal where the companion runs.</p>}
      <Button data-autofocus onClick={onClose}>
        Cancel
      </Button>
      {asked && (
        <Button look="primary" disabled={saving !== undefined} onClick={() => void save(asked.hash)}>
          Save
        </Button>
      )}
    </div>
  );
  return (
    <Dialog title={`Save ${shortText(tool)} on this computer?`} part="save" alert onClose={onClose} footer={actions}>
      {answer === undefined && <p role="status">Asking the companion…</p>}
      {answer?.ok === false && (
        <p role="alert">
          <strong>Nothing was saved.</strong> {visibleText(answer.problem.detail)}
        </p>
      )}
      {asked && <Plan {...asked.plan} />}
    </Dialog>
  );
}

function Plan({ program, file, commands, destroys, replaces, known }: DocumentPlan): ReactElement {
  const counts = known?.stays ? 'better and goes on counting; this document does not' : 'too: the worse of both counts';
  const sentences = [
    `Nothing runs now. From then on, calls of ${program} are checked by this document.`,
    `It describes ${countOf(commands, 'command')}; ${destroys === 0 ? 'none' : destroys.toLocaleString('en')} can destroy.`,
    `It is written to ${file}${replaces ? ', which is there already and is replaced' : ''}.`,
    known && `${known.source} describes it ${counts}.`,
  ];
  return (
    <>
      {sentences.map((sentence) => (
        <p key={sentence}>{visibleText(sentence ?? '')}</p>
      ))}
    </>
  );
}
