import { type ReactElement, useState } from 'react';
import { Icon } from '../../components/Icon.tsx';
import type { SafeStorage } from '../../state/safe-storage.ts';
import { companionAddress, portFrom, USUAL_PORT } from '../../state/share-base.ts';

const PORT_KEY = 'atip.companion-port.v1';

interface HandOverProps {
  /** What is shared, secrets seen to. Absent: being made, or a person has to decide first. */
  readonly fragment: string | undefined;
  readonly local: SafeStorage;
}

/**
 * Takes what is shared over to the person's own companion: a link that they follow. Whether one runs there is not asked: a
 * page that looks around on the machine of its visitor is none to trust. Nor is it known that what answers at that port is
 * a companion, so this is held to the same gate as every other link.
 */
export function HandOver({ fragment, local }: HandOverProps): ReactElement {
  const [typed, setTyped] = useState(() => local.getItem(PORT_KEY) ?? String(USUAL_PORT));
  const port = portFrom(typed);
  const isReady = port !== undefined && fragment !== undefined;
  return (
    <div className="share-over">
      <p>
        <strong>Run it on your own machine.</strong>{' '}
        <span className="quiet">
          Start <code>atip serve</code> there first; what is named above goes along.
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
            {port === undefined ? 'A port is 1 to 65535' : 'No link yet'}
          </button>
        )}
      </div>
    </div>
  );
}
