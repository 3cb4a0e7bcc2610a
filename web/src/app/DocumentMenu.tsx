import { type ReactElement, useState } from 'react';
import { Menu } from '../components/Menu.tsx';
import { SAMPLES, type Sample } from '../samples/index.ts';
import type { OpenDialog } from '../state/open-dialog.ts';

export interface DocumentMenuProps {
  readonly name: string;
  readonly onRename: (name: string) => void;
  readonly onDialog: (dialog: OpenDialog) => void;
  readonly documents: {
    readonly openNew: () => void;
    readonly openSample: (sample: Sample) => void;
  };
}

/** The document's name, and what else could be opened in its place. */
export function DocumentMenu({ name, onRename, onDialog, documents }: DocumentMenuProps): ReactElement {
  const [renaming, setRenaming] = useState(false);
  if (renaming) {
    const finish = (value: string | undefined): void => {
      setRenaming(false);
      if (value !== undefined) onRename(value);
    };
    return <RenameField name={name} onFinish={finish} />;
  }
  const documentItems = [
    { label: 'Rename…', onChoose: () => setRenaming(true) },
    { label: 'New document', detail: 'empty', onChoose: documents.openNew },
    { label: 'Import…', detail: 'help text, file, URL', onChoose: () => onDialog('import') },
    { label: 'Drafts…', detail: 'of other tabs and visits', onChoose: () => onDialog('drafts') },
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
        button={<span className="document-title">{name}</span>}
        groups={[
          { title: 'Document', items: documentItems },
          {
            title: 'Samples',
            items: [...sampleItems, { label: 'More tools…', detail: 'by name', onChoose: () => onDialog('samples') }],
          },
        ]}
      />
    </div>
  );
}

interface RenameFieldProps {
  readonly name: string;
  /** Gets `undefined` when the person gave up. */
  readonly onFinish: (name: string | undefined) => void;
}

function RenameField({ name, onFinish }: RenameFieldProps): ReactElement {
  return (
    <input
      ref={selectAll}
      className="field document-name"
      aria-label="Document name"
      defaultValue={name}
      onBlur={(event) => onFinish(event.target.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onFinish(event.currentTarget.value);
        if (event.key === 'Escape') onFinish(undefined);
      }}
    />
  );
}

/** The person just asked for this field. */
function selectAll(field: HTMLInputElement | null): void {
  field?.focus();
  field?.select();
}
