import type { ComponentProps, ReactElement } from 'react';
import { Button } from '../components/controls.tsx';
import { usePage } from '../page/page-context.ts';

interface PasteFieldProps extends ComponentProps<'textarea'> {
  readonly kept: 'response' | 'output';
  /** An example to insert. Absent: no example. */
  readonly example?: string | undefined;
}

/** A field to paste into, below its label; its button can be undone. */
export function PasteField({ kept, example = '', children, ...field }: PasteFieldProps): ReactElement {
  const { copy, dispatch } = usePage();
  const { [kept]: text = '' } = copy;
  const cleared = kept === 'response' ? 'Answer cleared' : 'Output cleared';
  const set = (value: string, label?: string): void =>
    dispatch({ type: 'set', key: kept, value: value || undefined, label });
  return (
    <div className="stack">
      <div className="row">
        {children}
        {(text !== '' || example !== '') && (
          <Button small onClick={() => (text === '' ? set(example) : set('', cleared))}>
            {text === '' ? 'Insert an example' : 'Clear'}
          </Button>
        )}
      </div>
      <textarea spellCheck={false} value={text} onChange={(event) => set(event.target.value)} {...field} />
    </div>
  );
}
