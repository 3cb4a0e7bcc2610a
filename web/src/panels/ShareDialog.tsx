import { type ReactElement, useMemo, useState } from 'react';
import { CopyButton } from '../components/CopyButton.tsx';
import { Dialog } from '../components/Dialog.tsx';
import { Icon } from '../components/Icon.tsx';
import { countOf } from '../state/health.ts';
import type { WorkingCopy } from '../state/playground.ts';
import { PROVIDER_LABELS } from '../state/providers.ts';
import { lengthMarks, type SuspectLine, shareLink, suspectLines } from '../state/share-link.ts';

interface ShareDialogProps {
  readonly copy: WorkingCopy;
  /** The page's address without fragment. */
  readonly base: string;
  readonly onClose: () => void;
}

/** Most suspect lines shown. */
const MAX_SUSPECTS = 5;

/** The link, how far it reaches, and what it gives away. */
export function ShareDialog({ copy, base, onClose }: ShareDialogProps): ReactElement {
  const link = useMemo(() => shareLink(copy, base), [copy, base]);
  const suspects = useMemo(() => suspectLines(copy.text), [copy.text]);
  const [anyway, setAnyway] = useState(false);
  const blocked = suspects.length > 0 && !anyway;
  return (
    <Dialog title="Share this document" part="share-dialog" onClose={onClose}>
      <p className="quiet">
        The link carries {copy.name}, {PROVIDER_LABELS[copy.provider]}
        {copy.strict ? ' strict' : ''} and the open panel. Nothing is uploaded: it is all in the part after the #, which
        browsers do not send.
      </p>
      {suspects.length > 0 && <Suspects lines={suspects} anyway={anyway} onAnyway={setAnyway} />}
      <input
        className="field mono"
        aria-label="Share link"
        readOnly
        value={blocked ? 'Not made yet' : link}
        disabled={blocked}
        onFocus={(event) => event.target.select()}
      />
      <div className="dialog-row">
        <span data-length={link.length}>{link.length.toLocaleString('en')} characters</span>
        {lengthMarks(link.length).map(({ place, limit, fits }) => (
          <span key={place} className={fits ? 'fits' : 'fits-not'}>
            <Icon name={fits ? 'check' : 'close'} />
            {fits ? 'fits in' : 'too long for'} {place} ({limit.toLocaleString('en')})
          </span>
        ))}
      </div>
      <div className="dialog-actions">
        <button type="button" className="button" onClick={onClose}>
          Close
        </button>
        <CopyButton label="Copy link" text={() => link} disabled={blocked} primary />
      </div>
    </Dialog>
  );
}

interface SuspectsProps {
  readonly lines: readonly SuspectLine[];
  readonly anyway: boolean;
  readonly onAnyway: (anyway: boolean) => void;
}

function Suspects({ lines, anyway, onAnyway }: SuspectsProps): ReactElement {
  return (
    <div className="suspects" role="alert">
      <p>
        <Icon name="warning" />
        <strong>{countOf(lines.length, 'line')} may hold a secret.</strong> A link cannot be called back.
      </p>
      <ul className="mono">
        {lines.slice(0, MAX_SUSPECTS).map(({ line, redacted }) => (
          <li key={line}>
            <span className="quiet">{line}</span> {redacted}
          </li>
        ))}
      </ul>
      {lines.length > MAX_SUSPECTS && <p className="quiet">and {lines.length - MAX_SUSPECTS} more</p>}
      <label className="check">
        <input type="checkbox" checked={anyway} onChange={(event) => onAnyway(event.target.checked)} />
        Share anyway
      </label>
    </div>
  );
}
