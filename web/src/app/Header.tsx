import type { ReactElement } from 'react';
import { Button } from '../components/controls.tsx';
import { Icon } from '../components/Icon.tsx';
import { Menu } from '../components/Menu.tsx';
import { SAMPLES, sampleItems } from '../start/index.ts';
import { usePage } from '../page/page-context.ts';
import { THEME_LABELS, THEMES } from '../page/theme.ts';
import { isApple } from './use-keys.ts';

const PALETTE_KEYS = isApple() ? '⌘K' : 'Ctrl K';

export function Header(): ReactElement {
  const { page, documents } = usePage();
  return (
    <header className="header" data-pane="header">
      <h1 className="brand">
        <Icon name="brand" />
        ATIP <span className="brand-word">workbench</span>
      </h1>
      <DocumentMenu />
      <Button
        look="plain"
        icon="plus"
        aria-label="New document"
        title="New document"
        className="new-button"
        onClick={documents.openNew}
      />
      <span className="grow" />
      <Button
        look="plain"
        icon="search"
        className="palette-button"
        title={`Search the page and the tool’s commands (${PALETTE_KEYS})`}
        onClick={() => page.openDialog('palette')}
      >
        <span className="header-word">Search</span> <kbd className="key">{PALETTE_KEYS}</kbd>
      </Button>
      <Button icon="share" onClick={() => page.openDialog('share')} aria-label="Share">
        <span className="header-word">Share</span>
      </Button>
      <CompanionButton />
      <HelpMenu />
    </header>
  );
}

function CompanionButton(): ReactElement {
  const { companion, page } = usePage();
  const { kind } = companion.state;
  const isOn = kind === 'connected';
  // Stays while the page looks for a companion, so that nothing moves if it finds no companion.
  const words = isOn ? 'This computer' : `${kind === 'lost' ? 'Reconnect' : 'Connect'} this computer`;
  return (
    <Button
      icon={isOn ? undefined : 'connect'}
      aria-label={words}
      title={words}
      onClick={() => page.openDialog('companion')}
    >
      {isOn && <span className="lamp" />}
      <span className="header-word">{words}</span>
    </Button>
  );
}

function HelpMenu(): ReactElement {
  const { theme, setTheme, page } = usePage();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system';
  return (
    <Menu
      label="Help"
      button="Help"
      groups={[
        {
          title: 'Help',
          items: [
            { label: 'Rules of the specification', onChoose: () => window.open('./rules.html', '_blank', 'noopener') },
            { label: 'Keys', detail: '?', onChoose: () => page.openDialog('keys') },
          ],
        },
        {
          title: 'Look',
          items: [
            {
              label: `Theme: ${THEME_LABELS[theme]}`,
              detail: `switch to ${THEME_LABELS[next]}`,
              onChoose: () => setTheme(next),
            },
          ],
        },
      ]}
    />
  );
}

function DocumentMenu(): ReactElement {
  const { copy, document, documents, dispatch, page } = usePage();
  const { id, name } = document;
  const groups = [
    {
      title: 'Other open documents',
      items: copy.documents
        .filter((other) => other.id !== id)
        .map((other) => ({ label: other.name, onChoose: () => dispatch({ type: 'choose-document', id: other.id }) })),
    },
    {
      title: 'This document',
      items: [{ label: `Close ${name}`, onChoose: () => dispatch({ type: 'close-document', id }) }],
    },
    {
      title: 'Open',
      items: [
        { label: 'New document', detail: 'paste anything', onChoose: documents.openNew },
        ...sampleItems(SAMPLES, documents),
        { label: 'More tools…', detail: 'well-known ones', onChoose: () => page.openDialog('samples') },
      ],
    },
  ];
  return (
    <div className="document-name">
      <Menu
        label={`Document: ${name}`}
        button={<strong className="clip">{name}</strong>}
        groups={groups.filter(({ items }) => items.length > 0)}
        look="soft"
      />
    </div>
  );
}
