import type { ReactElement } from 'react';
import { VIEW_LABELS, VIEWS } from '../document/working-copy.ts';
import { fileNameOf } from '../document/tool-name.ts';
import { type Page, usePage } from '../page/page-context.ts';
import { THEME_LABELS, THEMES } from '../page/theme.ts';
import { downloadText } from '../parts/browser.ts';
import { Button } from '../parts/controls.tsx';
import { Icon } from '../parts/Icon.tsx';
import { Menu, type MenuGroup } from '../parts/Menu.tsx';
import { sizeOf } from '../text/words.ts';
import { isApple } from './use-keys.ts';

/** The head of the page. On a narrow screen only screen readers get its words. */
export function Header(): ReactElement {
  const all = usePage();
  const keys = isApple() ? '⌘K' : 'Ctrl K';
  const { page, documents, copy, document } = all;
  const name = document.text.trim() === '' ? 'New document' : document.name;
  const title = copy.view === undefined ? name : VIEW_LABELS[copy.view];
  return (
    <header className="page-header" data-pane="header">
      <h1 className="brand">
        <Icon name="brand" />
        <span className="header-word">
          ATIP <span>workbench</span>
        </span>
      </h1>
      <Menu
        label={`Document: ${title}`}
        button={<strong className="clip">{title}</strong>}
        groups={documentGroups(all)}
        look="soft"
      />
      <Button
        look="plain"
        icon="plus"
        aria-label="New document"
        title="New document"
        className="wide-only"
        onClick={documents.openNew}
      />
      <span className="grow" />
      <Button
        look="plain"
        icon="search"
        title={`Search the page and the tool’s commands (${keys})`}
        onClick={() => page.openDialog('palette')}
      >
        <span className="header-word">Search</span> <kbd className="key wide-only">{keys}</kbd>
      </Button>
      <Button icon="share" onClick={() => page.openDialog('share')}>
        <span className="header-word">Share</span>
      </Button>
      <CompanionButton />
      <Menu label="Help" button="Help" groups={helpGroups(all)} />
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
    <Button icon={isOn ? undefined : 'connect'} title={words} onClick={() => page.openDialog('computer')}>
      {isOn && <span className="lamp" />}
      <span className="header-word">{words}</span>
    </Button>
  );
}

export function helpGroups({ theme, setTheme, page }: Page): readonly MenuGroup[] {
  return [
    {
      title: 'Help',
      items: [
        { label: 'Rules of the specification', onChoose: () => window.open('./rules.html', '_blank', 'noopener') },
        { label: 'Keys', detail: '?', onChoose: () => page.openDialog('keys') },
        { label: 'About, and report this document', onChoose: () => page.openDialog('about') },
      ],
    },
    {
      title: 'Theme',
      items: THEMES.filter((other) => other !== theme).map((other) => ({
        label: THEME_LABELS[other],
        onChoose: () => setTheme(other),
      })),
    },
  ];
}

/** Documents that are open, that were closed, and that can be opened. */
export function documentGroups({ copy, document, documents, dispatch, page }: Page): readonly MenuGroup[] {
  const { id, name, text } = document;
  const { view, recent = [] } = copy;
  const others = copy.documents.filter((other) => (view !== undefined || other.id !== id) && other.text.trim() !== '');
  const about = [
    { label: 'Download', detail: fileNameOf(name), onChoose: () => downloadText(fileNameOf(name), text) },
    { label: 'Compare with…', onChoose: () => page.openDialog('compare') },
    { label: `Close ${name}`, onChoose: () => dispatch({ type: 'close-document', id }) },
  ];
  return [
    {
      title: 'Open documents',
      items: others.map((other) => ({
        label: other.name,
        detail: sizeOf(other.text.length),
        onChoose: () => dispatch({ type: 'choose-document', id: other.id }),
      })),
    },
    { title: 'This document', items: view === undefined && text.trim() !== '' ? about : [] },
    {
      title: 'Open',
      items: [
        { label: 'New document', detail: 'paste anything', onChoose: documents.openNew },
        { label: 'All tools…', onChoose: () => page.openDialog('tools') },
        ...VIEWS.filter((other) => other !== view).map((value) => ({
          label: VIEW_LABELS[value],
          onChoose: () => dispatch({ type: 'set', key: 'view', value }),
        })),
      ],
    },
    {
      title: 'Closed before',
      items: recent.map((closed) => ({
        label: closed.name,
        detail: sizeOf(closed.text.length),
        onChoose: () => documents.open(closed.name, closed.text, `Opened ${closed.name} again`),
      })),
    },
  ];
}
