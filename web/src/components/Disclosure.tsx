import { type ReactElement, type ReactNode, useState } from 'react';
import { Icon } from './Icon.tsx';

interface DisclosureProps {
  readonly summary: ReactNode;
  readonly children: ReactNode;
  readonly open?: boolean;
}

/** More, on demand; native, so that find-in-page opens it. Content that was never opened is not rendered. */
export function Disclosure({ summary, children, open = false }: DisclosureProps): ReactElement {
  const [wasOpen, setWasOpen] = useState(open);
  return (
    <details className="disclosure" open={open} onToggle={(event) => event.currentTarget.open && setWasOpen(true)}>
      <summary className="disclosure-summary">
        <Icon name="chevron" />
        {summary}
      </summary>
      {wasOpen && <div className="disclosure-body">{children}</div>}
    </details>
  );
}
