import './app/tokens.css';
import './app/base.css';
import './components/controls.css';
import './app/layout.css';
import './app/panels.css';
import './components/overlays.css';
import './app/companion.css';
import './app/narrow.css';
import { type ReactElement, startTransition, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { safeStorage } from './document/draft.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element "root" to mount in.');

/** The page itself, or in a frame of another page the content of a link: read-only, and without touching browser storage. */
async function partFor(address: URL): Promise<ReactElement> {
  if (address.searchParams.has('embed')) {
    const { Embed } = await import('./share/Embed.tsx');
    return <Embed />;
  }
  const local = safeStorage(() => window.localStorage);
  const session = safeStorage(() => window.sessionStorage);
  return <App local={local} session={session} />;
}

const page = createRoot(root);
// Not awaited here: the part that is loaded needs this module to have run.
// A transition is drawn in small pieces, between which the browser may paint and take keys.
void partFor(new URL(location.href)).then((part) =>
  startTransition(() => page.render(<StrictMode>{part}</StrictMode>)),
);
