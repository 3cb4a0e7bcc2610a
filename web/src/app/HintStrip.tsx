import { type ReactElement, useState } from 'react';
import { Icon } from '../components/Icon.tsx';
import type { SafeStorage } from '../state/safe-storage.ts';

const HINT_KEY = 'atip.hint.v1';

/** What the page is for, in three steps; gone for good once it is dismissed. */
export function HintStrip({ local }: { readonly local: SafeStorage }): ReactElement | null {
  const [shown, setShown] = useState(() => local.getItem(HINT_KEY) === null);
  if (!shown) return null;
  const dismiss = (): void => {
    local.setItem(HINT_KEY, 'dismissed');
    setShown(false);
  };
  return (
    <section className="notice hint" aria-label="How this page works">
      <ol className="grow">
        <li>Paste what a tool prints for --agent</li>
        <li>See what each provider is sent</li>
        <li>Try a model’s call, or run it with the companion</li>
      </ol>
      <button
        type="button"
        className="button button-plain button-icon button-small"
        aria-label="Dismiss the hints"
        onClick={dismiss}
      >
        <Icon name="close" />
      </button>
    </section>
  );
}
