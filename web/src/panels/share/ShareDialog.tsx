import '../../styles/share.css';
import { type ReactElement, useMemo, useState } from 'react';
import type { ShareQuestion } from '../../analysis/share/answer-share.ts';
import type { Companion } from '../../companion/companion.ts';
import { shareHostOf } from '../../companion/share-host.ts';
import { Choice } from '../../components/Choice.tsx';
import { Dialog } from '../../components/Dialog.tsx';
import type { SafeStorage } from '../../state/safe-storage.ts';
import { type ShareChoice, shareStateOf } from '../../state/share-link.ts';
import type { WorkingCopy } from '../../state/working-copy.ts';
import { useAnswer } from '../use-answer.ts';
import { HandOver } from './HandOver.tsx';
import { ShareContents } from './ShareContents.tsx';
import { ShareForm, type ShareKind } from './ShareForm.tsx';
import { Suspects } from './Suspects.tsx';
import { useShortLinks } from './use-short-links.ts';

interface ShareDialogProps {
  readonly copy: WorkingCopy;
  /** The page's address without fragment. */
  readonly base: string;
  readonly companion: Companion;
  readonly local: SafeStorage;
  readonly onClose: () => void;
}

const KINDS: readonly { readonly value: ShareKind; readonly label: string }[] = [
  { value: 'link', label: 'Link' },
  { value: 'markdown', label: 'Markdown' },
  { value: 'embed', label: 'Embed' },
  { value: 'badge', label: 'Badge' },
  { value: 'file', label: 'File' },
];
const SHORT = { value: 'short', label: 'Short link' } as const;

/** The link and its other forms, how far each reaches, and what it gives away. */
export function ShareDialog({ copy, base, companion, local, onClose }: ShareDialogProps): ReactElement {
  const [choice, setChoice] = useState<ShareChoice>({});
  const [consent, setConsent] = useState<ShareQuestion['consent']>();
  const [chosen, setKind] = useState<ShareKind>('link');
  const short = useShortLinks(shareHostOf(companion), local);
  // Whoever stores them may have gone since it was chosen.
  const kind = chosen === 'short' && short === undefined ? 'link' : chosen;
  const question = useMemo<ShareQuestion>(
    () => ({ state: shareStateOf(copy, choice), ...(consent && { consent }) }),
    [copy, choice, consent],
  );
  const { last, pending, failure } = useAnswer('share', question);
  // What was made of an earlier choice must not be copied for this one.
  const answer = pending ? undefined : last?.answer;
  return (
    <Dialog title="Share" part="share-dialog" onClose={onClose}>
      <ShareContents
        copy={copy}
        choice={choice}
        isStored={kind === 'short'}
        onChoice={(next) => {
          setChoice(next);
          // Consent was given for what had been seen.
          setConsent(undefined);
        }}
      />
      {last !== undefined && last.answer.suspectsTotal > 0 && (
        <Suspects
          suspects={last.answer.suspects}
          total={last.answer.suspectsTotal}
          consent={consent}
          onConsent={setConsent}
        />
      )}
      <Choice
        label="Share as"
        name="share-kind"
        options={short === undefined ? KINDS : [...KINDS, SHORT]}
        value={kind}
        onChoose={setKind}
      />
      {failure !== undefined && <p role="alert">{failure} Close this dialog and open it again.</p>}
      {answer?.failure !== undefined && (
        <p role="alert">{answer.failure} Leave documents out above, or download them one by one.</p>
      )}
      <ShareForm
        kind={kind}
        made={answer?.made}
        pending={pending}
        base={base}
        provider={copy.provider}
        short={short}
        onClose={onClose}
      >
        {companion.state.kind === 'absent' && <HandOver fragment={answer?.made?.fragment} local={local} />}
      </ShareForm>
    </Dialog>
  );
}
