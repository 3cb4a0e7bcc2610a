import { type ReactElement, useState } from 'react';
import { COMPANION_WORDS } from '../companion/companion-state.ts';
import { Choice } from '../components/Choice.tsx';
import { Button } from '../components/Button.tsx';
import { Icon } from '../components/Icon.tsx';
import { PROVIDER_OPTIONS, STRICT_PROVIDERS } from '../document/providers.ts';
import { usePage } from '../page/page-context.ts';
import { nextTheme, THEME_LABELS } from '../page/theme.ts';
import { isApple } from './use-keys.ts';
import { Menu } from '../components/Menu.tsx';
import { NameField } from '../components/NameField.tsx';
import { SAMPLES } from '../features/start/index.ts';

const PALETTE_KEYS = isApple() ? '⌘K' : 'Ctrl K';

/** The bar that is always there: which document, for whom, and what to do with it. */
export function Header(): ReactElement {
  const { copy, theme, setTheme, dispatch, page } = usePage();
  const hasStrict = STRICT_PROVIDERS.includes(copy.provider);
  const strictReason = hasStrict
    ? 'Strict mode: the provider sends nothing but what the schema allows'
    : 'Only OpenAI and Anthropic have a strict mode';
  return (
    <header className="header" data-pane="header">
      <h1 className="brand">
        <Icon name="brand" />
        ATIP
      </h1>
      <span className="header-rule" />
      <DocumentMenu />
      <span className="header-rule" />
      <div className="provider-row">
        <Choice
          label="Provider"
          name="provider"
          options={PROVIDER_OPTIONS}
          value={copy.provider}
          onChoose={(provider) => dispatch({ type: 'choose-provider', provider })}
        />
        <label className="switch" title={strictReason}>
          <input
            type="checkbox"
            role="switch"
            aria-label="Strict"
            aria-describedby="strict-reason"
            aria-checked={hasStrict && copy.strict}
            checked={hasStrict && copy.strict}
            disabled={!hasStrict}
            onChange={(event) => dispatch({ type: 'set-strict', strict: event.target.checked })}
          />
          Strict
          <span id="strict-reason" className="visually-hidden">
            {strictReason}
          </span>
        </label>
      </div>
      <span className="grow header-spacer" />
      <Button
        look="plain"
        icon="search"
        className="palette-button"
        aria-label="Command palette"
        title={`Command palette (${PALETTE_KEYS})`}
        onClick={() => page.openDialog('palette')}
      >
        <kbd>{PALETTE_KEYS}</kbd>
      </Button>
      <Button icon="share" onClick={() => page.openDialog('share')} aria-label="Share">
        <span className="share-word">Share</span>
      </Button>
      <Button
        look="plain"
        icon={theme}
        aria-label={`Theme: ${THEME_LABELS[theme]}. Switch to ${THEME_LABELS[nextTheme(theme)]}`}
        title={`Theme: ${THEME_LABELS[theme]}`}
        onClick={() => setTheme(nextTheme(theme))}
      />
      <Button
        look="plain"
        icon="asks"
        className="keys-button"
        aria-label="Keys"
        title="Keys (?)"
        onClick={() => page.openDialog('keys')}
      />
      <CompanionButton />
    </header>
  );
}

function CompanionButton(): ReactElement {
  const { companion, page } = usePage();
  const { kind } = companion.state;
  const name = `Companion: ${COMPANION_WORDS[kind]}`;
  return (
    <Button look="plain" aria-label={name} title={name} onClick={() => page.openDialog('companion')}>
      <span className={`lamp lamp-${kind}`} />
      <span className="companion-word">{kind === 'connected' ? 'companion' : COMPANION_WORDS[kind]}</span>
    </Button>
  );
}

function DocumentMenu(): ReactElement {
  const { document, documents, dispatch, page } = usePage();
  const { name } = document;
  const [renaming, setRenaming] = useState(false);
  if (renaming) {
    const finish = (value: string | undefined): void => {
      setRenaming(false);
      if (value !== undefined) dispatch({ type: 'rename', name: value });
    };
    return (
      <div className="document-name">
        <NameField label="Document name" name={name} onFinish={finish} />
      </div>
    );
  }
  const documentItems = [
    { label: 'Rename…', onChoose: () => setRenaming(true) },
    { label: 'New document', detail: 'empty', onChoose: documents.openNew },
    { label: 'Import…', detail: 'help text, file, URL', onChoose: () => page.openDialog('import') },
    { label: 'Drafts…', detail: 'of other tabs and visits', onChoose: () => page.openDialog('drafts') },
  ];
  const sampleItems = SAMPLES.map((sample) => ({
    label: sample.title,
    detail: sample.detail,
    onChoose: () => documents.openSample(sample),
  }));
  return (
    <div className="document-name">
      <Menu
        label={`Document: ${name}`}
        button={<span className="document-title clip">{name}</span>}
        groups={[
          { title: 'Document', items: documentItems },
          {
            title: 'Samples',
            items: [
              ...sampleItems,
              { label: 'More tools…', detail: 'by name', onChoose: () => page.openDialog('samples') },
            ],
          },
        ]}
      />
    </div>
  );
}
