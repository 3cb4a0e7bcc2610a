import { Fragment, type ReactElement } from 'react';
import { Dialog } from '../components/Dialog.tsx';
import { KEY_HELP } from './keys.ts';

/** The list behind `?`. */
export function KeysDialog({ onClose }: { readonly onClose: () => void }): ReactElement {
  return (
    <Dialog title="Keys" onClose={onClose}>
      <dl className="keys">
        {KEY_HELP.map(({ keys, what }) => (
          <div key={keys}>
            <dt>
              <Keys text={keys} />
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}

/** One key after the other, each as it is printed on a keyboard: `"Ctrl K / ⌘ K"`. */
function Keys({ text }: { readonly text: string }): ReactElement {
  return (
    <>
      {text.split(' ').map((key, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same key may come twice; its place is what it is.
        <Fragment key={index}>
          {index > 0 && ' '}
          {key === '/' || key === '…' ? <span className="quiet">{key}</span> : <kbd className="key">{key}</kbd>}
        </Fragment>
      ))}
    </>
  );
}
