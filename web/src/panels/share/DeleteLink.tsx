import { type ReactElement, useState } from 'react';
import type { MadeLink } from '../../state/made-links.ts';
import type { ShortLinks } from './use-short-links.ts';

interface DeleteLinkProps {
  readonly link: MadeLink;
  readonly short: ShortLinks;
  /** Which one, for example `"this link"`. */
  readonly what: string;
}

/** Deletes a short link for everybody who has it, after a question: nobody can bring it back. */
export function DeleteLink({ link, short, what }: DeleteLinkProps): ReactElement | null {
  const [step, setStep] = useState<'asking' | 'deleting'>();
  const [trouble, setTrouble] = useState<string>();
  const { deleteToken } = link;
  if (deleteToken === undefined) return null;
  const remove = async (): Promise<void> => {
    setStep('deleting');
    setTrouble(await short.remove(link, deleteToken));
    setStep(undefined);
  };
  return (
    <div className="share-delete">
      {trouble !== undefined && (
        <p role="alert">
          <strong>Not deleted.</strong> {trouble}
        </p>
      )}
      {step === undefined ? (
        <button
          type="button"
          className="button button-plain button-small"
          aria-label={`Delete ${what}`}
          onClick={() => setStep('asking')}
        >
          Delete
        </button>
      ) : (
        <>
          <span role="status">Delete it for everybody?</span>
          <button
            type="button"
            className="button button-small button-danger"
            disabled={step === 'deleting'}
            onClick={() => void remove()}
          >
            {step === 'deleting' ? 'Deleting…' : 'Delete link'}
          </button>
          <button
            type="button"
            className="button button-small"
            disabled={step === 'deleting'}
            ref={focus}
            onClick={() => setStep(undefined)}
          >
            Keep it
          </button>
        </>
      )}
    </div>
  );
}

/** The button that was pressed is gone; what does no harm takes its place. */
function focus(button: HTMLButtonElement | null): void {
  button?.focus();
}
