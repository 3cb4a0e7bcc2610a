import type { ReactElement } from 'react';
import type { SnippetKind } from '../../analysis/snippets/snippet-for.ts';
import { copyText } from '../../components/copy-text.ts';
import { Menu } from '../../components/Menu.tsx';
import { columnTitle } from '../../state/output-columns.ts';
import type { PanelProps } from '../panel.ts';
import type { ShownOutput } from './column.ts';
import { useAsk } from '../use-ask.ts';

interface CopyAsProps extends Pick<PanelProps, 'page'> {
  readonly question: ShownOutput['question'];
}

const FORMS: readonly { readonly kind: SnippetKind; readonly label: string; readonly detail: string }[] = [
  { kind: 'json', label: 'JSON', detail: 'the tools alone' },
  { kind: 'request', label: 'Request body', detail: 'with a model and a message' },
  { kind: 'curl', label: 'curl', detail: 'runs in a shell' },
  { kind: 'python', label: 'Python', detail: 'standard library' },
  { kind: 'typescript', label: 'TypeScript', detail: 'Node, fetch' },
];

/** The output as something that runs as it is pasted. */
export function CopyAs({ question, page }: CopyAsProps): ReactElement {
  const ask = useAsk('output-snippet');
  const copy = async (kind: SnippetKind, label: string): Promise<void> => {
    const outcome = await ask({ ...question, kind });
    if (!outcome.ok) return page.tell(`Nothing was copied. ${outcome.message}`);
    const { text, note } = outcome.answer;
    const isCopied = await copyText(text);
    page.tell(
      isCopied
        ? `Copied ${columnTitle(question)} as ${label}. ${note}`
        : 'The browser refused to copy. Download has the tools as a file.',
    );
  };
  return (
    <Menu
      label="Copy as"
      button="Copy as"
      groups={[
        {
          title: 'Copy as',
          items: FORMS.map(({ kind, label, detail }) => ({
            label,
            detail,
            onChoose: () => void copy(kind, label),
          })),
        },
      ]}
    />
  );
}
