import './parts/tokens.css';
import './parts/parts.css';
import './app/layout.css';
import './editor/editor.css';
import { type ReactElement, startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { isOwnAddress, safeStorage, storedDraft } from './document/draft.ts';
import { updatePage } from './document/page-state.ts';
import { BLANK } from './document/working-copy.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element "root" to mount in.');

/** The page itself, or in a frame of another page the content of a link: read-only, and without touching browser storage. */
async function partFor({ searchParams, hash }: URL): Promise<ReactElement> {
  if (searchParams.has('embed')) {
    const { Embed } = await import('./share/Embed.tsx');
    return <Embed />;
  }
  const stores = {
    local: safeStorage(() => window.localStorage),
    session: safeStorage(() => window.sessionStorage),
  };
  const stored = storedDraft(stores);
  const draft = stored ?? BLANK;
  // Most addresses carry nothing, and then nothing is loaded to read it.
  const isReload = stored !== undefined && isOwnAddress(stores, hash);
  if (hash === '' || hash.startsWith('#k=') || isReload) return <App stores={stores} state={{ copy: draft }} />;
  const { readFragment } = await import('./document/fragment.ts');
  const { copy, unreadable } = readFragment(hash);
  const state = copy ? updatePage({ copy: draft }, { type: 'open-link', copy }) : { copy: draft };
  return <App stores={stores} state={state} unreadable={unreadable} />;
}

const page = createRoot(root);
// Not awaited here: the part that is loaded needs this module to have run.
// A transition is drawn in small pieces, between which the browser may paint and take keys.
void partFor(new URL(location.href)).then((part) =>
  startTransition(() => page.render(<StrictMode>{part}</StrictMode>)),
);
