import { hasStrictMode } from '@atip/core';
import type { Dispatch, ReactElement } from 'react';
import { Choice } from '../components/Choice.tsx';
import { Icon } from '../components/Icon.tsx';
import { type CompanionState, companionWord } from '../state/companion.ts';
import type { PlaygroundAction, WorkingCopy } from '../state/playground.ts';
import { PROVIDER_LABELS, PROVIDER_ORDER } from '../state/providers.ts';
import { nextTheme, type Theme } from '../state/theme.ts';
import type { OpenDialog } from './Dialogs.tsx';
import { DocumentMenu, type DocumentMenuProps } from './DocumentMenu.tsx';
import { StrictSwitch } from './StrictSwitch.tsx';

const PROVIDER_OPTIONS = PROVIDER_ORDER.map((value) => ({ value, label: PROVIDER_LABELS[value] }));

interface HeaderProps {
  readonly copy: WorkingCopy;
  readonly theme: Theme;
  readonly companion: CompanionState;
  readonly documents: DocumentMenuProps['documents'];
  readonly dispatch: Dispatch<PlaygroundAction>;
  readonly onTheme: (theme: Theme) => void;
  readonly onDialog: (dialog: OpenDialog) => void;
}

/** The bar that is always there: which document, for whom, and what to do with it. */
export function Header({ copy, theme, companion, documents, dispatch, onTheme, onDialog }: HeaderProps): ReactElement {
  return (
    <header className="header" data-pane="header">
      <h1 className="brand">
        <Icon name="brand" />
        ATIP
      </h1>
      <span className="header-rule" />
      <DocumentMenu
        name={copy.name}
        documents={documents}
        onRename={(name) => dispatch({ type: 'rename', name })}
        onMoreTools={() => onDialog('samples')}
      />
      <span className="header-rule" />
      <div className="provider-row">
        <Choice
          label="Provider"
          name="provider"
          options={PROVIDER_OPTIONS}
          value={copy.provider}
          onChoose={(provider) => dispatch({ type: 'choose-provider', provider })}
        />
        <StrictSwitch
          available={hasStrictMode(copy.provider)}
          strict={copy.strict}
          onStrict={(strict) => dispatch({ type: 'set-strict', strict })}
        />
      </div>
      <span className="grow header-spacer" />
      <button type="button" className="button" onClick={() => onDialog('share')} aria-label="Share">
        <Icon name="share" />
        <span className="share-word">Share</span>
      </button>
      <button
        type="button"
        className="button button-plain button-icon"
        aria-label={`Theme: ${theme}. Switch to ${nextTheme(theme)}`}
        title={`Theme: ${theme}`}
        onClick={() => onTheme(nextTheme(theme))}
      >
        <Icon name={theme} />
      </button>
      <button
        type="button"
        className="button button-plain button-icon"
        aria-label="Keys"
        title="Keys (?)"
        onClick={() => onDialog('keys')}
      >
        <Icon name="keys" />
      </button>
      <CompanionButton companion={companion} onOpen={() => onDialog('companion')} />
    </header>
  );
}

interface CompanionButtonProps {
  readonly companion: CompanionState;
  readonly onOpen: () => void;
}

function CompanionButton({ companion, onOpen }: CompanionButtonProps): ReactElement {
  const name = `Companion: ${companionWord(companion)}`;
  return (
    <button type="button" className="button button-plain" aria-label={name} title={name} onClick={onOpen}>
      <span className={`lamp lamp-${companion.kind}`} />
      <span className="companion-word">{companion.kind === 'connected' ? 'companion' : companionWord(companion)}</span>
    </button>
  );
}
