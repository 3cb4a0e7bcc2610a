import { type ReactElement, useMemo, useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import type { SafeStorage } from '../../state/safe-storage.ts';
import { companionAddress, portFrom, USUAL_PORT } from '../../state/share-base.ts';
import { shareStateOf } from '../../state/share-link.ts';
import type { WorkingCopy } from '../../state/working-copy.ts';
import { useAnswer } from '../use-answer.ts';

const PORT_KEY = 'atip.companion-port.v1';

interface HandOverProps {
  readonly copy: WorkingCopy;
  readonly local: SafeStorage;
}

/**
 * Takes everything over to the person's own companion: a link that they follow. Whether one runs there is not asked:
 * a page that looks around on the machine of its visitor is none to trust.
 */
export function HandOver({ copy, local }: HandOverProps): ReactElement {
  const [typed, setTyped] = useState(() => local.getItem(PORT_KEY) ?? String(USUAL_PORT));
  const port = portFrom(typed);
  // It stays on the person's machine, so it holds everything and is not looked through for secrets.
  const question = useMemo(
    () => ({ state: shareStateOf(copy, { everyDocument: true, panelContents: true }), consent: 'anyway' as const }),
    [copy],
  );
  const { last, pending } = useAnswer('share', question);
  const fragment = pending ? undefined : last?.answer.made?.fragment;
  const isReady = port !== undefined && fragment !== undefined;
  return (
    <div className="share-over">
      <p>
        <strong>Run it on your own machine.</strong>{' '}
        <span className="quiet">
          Start <code>atip serve</code> there first.
        </span>
      </p>
      <div className="dialog-row">
        <label className="check">
          Port
          <input
            className="field share-port"
            inputMode="numeric"
            value={typed}
            aria-invalid={port === undefined}
            onChange={(event) => {
              setTyped(event.target.value);
              const chosen = portFrom(event.target.value);
              if (chosen !== undefined) local.setItem(PORT_KEY, String(chosen));
            }}
          />
        </label>
        {isReady ? (
          <a className="button" href={companionAddress(port, fragment)}>
            <Icon name="external" />
            Open in my companion
          </a>
        ) : (
          <button type="button" className="button" disabled>
            {port === undefined ? 'A port is 1 to 65535' : 'Making the link…'}
          </button>
        )}
      </div>
    </div>
  );
}
