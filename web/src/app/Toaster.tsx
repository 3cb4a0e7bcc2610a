import { Toast } from '@base-ui/react/toast';
import { type ReactElement, useEffect, useRef } from 'react';
import { type PageMessage, usePage } from '../page/page-context.ts';
import { Icon } from '../parts/Icon.tsx';
import { visibleText } from '../text/visible-text.ts';

const toasts = Toast.createToastManager();

/** Ms that a message stays; under the pointer or the focus it waits. */
const SHOWN_FOR = 6000;

function show({ text, action }: PageMessage, timeout: number, id?: string): void {
  const shown: string = toasts.add({
    id,
    title: visibleText(text),
    timeout,
    actionProps: action && {
      children: action.label,
      onClick: () => {
        toasts.close(shown);
        action.onChoose();
      },
    },
  });
}

/** The messages of the page, and one for each change that can be undone. They float, so that nothing below them moves. */
export function Toaster(): ReactElement {
  const { state, messages, dispatch } = usePage();
  const { undo } = state;
  const shown = useRef(0);
  useEffect(() => {
    // One with an action stays until a person has decided.
    for (const message of messages.slice(shown.current)) show(message, message.action ? 0 : SHOWN_FOR);
    shown.current = messages.length;
  }, [messages]);
  useEffect(() => {
    if (undo === undefined) return toasts.close('undo');
    // When the message is gone, Ctrl+Z still undoes.
    const action = { label: 'Undo', onChoose: () => dispatch({ type: 'undo' }) };
    show({ text: undo.label, action }, SHOWN_FOR, 'undo');
  }, [undo, dispatch]);
  return (
    <Toast.Provider toastManager={toasts}>
      <Toast.Portal>
        <Toast.Viewport className="toasts">
          <List />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

function List(): readonly ReactElement[] {
  return Toast.useToastManager().toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} swipeDirection={['right', 'down']} className="popup row toast">
      <Toast.Title className="grow" render={<p />} />
      {toast.actionProps && <Toast.Action className="button button-small" />}
      <Toast.Close className="button button-plain button-small button-icon" aria-label="Close message">
        <Icon name="close" />
      </Toast.Close>
    </Toast.Root>
  ));
}
