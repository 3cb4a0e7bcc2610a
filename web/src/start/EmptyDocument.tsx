import type { ReactElement, ReactNode } from 'react';
import { Button } from '../components/controls.tsx';
import { HELLO } from './index.ts';
import { usePage } from '../page/page-context.ts';

interface EmptyDocumentProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly example: string;
}

export function EmptyDocument({ title, children, example }: EmptyDocumentProps): ReactElement {
  const { documents } = usePage();
  return (
    <div className="empty">
      <p>
        <strong>{title}</strong>
      </p>
      <p>{children}</p>
      <pre className="boxed">{example}</pre>
      <Button onClick={() => documents.openSample(HELLO)}>Open the hello sample</Button>
    </div>
  );
}
