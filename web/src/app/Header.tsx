import type { Dispatch, ReactElement } from 'react';
import { Choice } from '../components/Choice.tsx';
import { Icon } from '../components/Icon.tsx';
import { type CompanionState, companionWord } from '../state/companion.ts';
import type { OpenDialog } from '../state/open-dialog.ts';
import type { PlaygroundAction } from '../state/playground.ts';
import { PROVIDER_LABELS, PROVIDER_ORDER, STRICT_PROVIDERS } from '../state/providers.ts';
import { nextTheme, THEME_LABELS, type Theme } from '../state/theme.ts';
import { activeDocument, type WorkingCopy } from '../state/working-copy.ts';
import { DocumentMenu, type DocumentMenuProps } from './DocumentMenu.tsx';
import { StrictSwitch } from './StrictSwitch.tsx';
import { isApple } from './use-keys.ts';

const PROVIDER_OPTIONS = PROVIDER_ORDER.map((value) => ({ value, label: PROVIDER_LABELS[value] }));

const PALETTE_KEYS = isApple() ? '⌘K' : 'Ctrl K';

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
        name={activeDocument(copy).name}
        documents={documents}
        onRename={(name) => dispatch({ type: 'rename', name })}
        onDialog={onDialog}
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
          available={STRICT_PROVIDERS.includes(copy.provider)}
          strict={copy.strict}
          onStrict={(strict) => dispatch({ type: 'set-strict', strict })}
        />
      </div>
      <span className="grow header-spacer" />
      <button
        type="button"
        className="button button-plain palette-button"
        aria-label="Command palette"
        title={`Command palette (${PALETTE_KEYS})`}
        onClick={() => onDialog('palette')}
      >
        <Icon name="search" />
        <kbd>{PALETTE_KEYS}</kbd>
      </button>
      <button type="button" className="button" onClick={() => onDialog('share')} aria-label="Share">
        <Icon name="share" />
        <span className="share-word">Share</span>
      </button>
      <button
        type="button"
        className="button button-plain button-icon"
        aria-label={`Theme: ${THEME_LABELS[theme]}. Switch to ${THEME_LABELS[nextTheme(theme)]}`}
        title={`Theme: ${THEME_LABELS[theme]}`}
        onClick={() => onTheme(nextTheme(theme))}
      >
        <Icon name={theme} />
      </button>
      <button
        type="button"
        className="button button-plain button-icon keys-button"
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
