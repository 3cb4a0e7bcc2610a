import type { ReactElement } from 'react';
import { Dialog } from '../components/Dialog.tsx';
import { KEY_HELP } from '../state/keys.ts';

/** The list behind `?`. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="keys">
        {KEY_HELP.map(({ keys, what }) => (
          <div key={keys}>
            <dt className="mono">{keys}</dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
