import './styles/tokens.css';
import './styles/base.css';
import './styles/controls.css';
import './styles/layout.css';
import './styles/panels.css';
import './styles/calls.css';
import './styles/overlays.css';
import './styles/tools.css';
import './styles/narrow.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { safeStorage } from './state/safe-storage.ts';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element "root" to mount in.');

createRoot(root).render(
  <StrictMode>
    <App local={safeStorage(() => window.localStorage)} session={safeStorage(() => window.sessionStorage)} />
  </StrictMode>,
);
