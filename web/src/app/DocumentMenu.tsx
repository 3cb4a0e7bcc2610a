import { type ReactElement, useState } from 'react';
import { Menu } from '../components/Menu.tsx';
import { SAMPLES, type Sample } from '../samples/index.ts';

export interface DocumentMenuProps {
  readonly name: string;
  readonly onRename: (name: string) => void;
  readonly onMoreTools: () => void;
  readonly documents: {
    readonly openNew: () => void;
    readonly openSample: (sample: Sample) => void;
  };
}

/** The document's name, and what else could be opened in its place. */
export function DocumentMenu({ name, onRename, onMoreTools, documents }: DocumentMenuProps): ReactElement {
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
            items: [...sampleItems, { label: 'More tools…', detail: 'by name', onChoose: onMoreTools }],
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
