import type { ReactElement, ReactNode } from 'react';

interface ScrollRegionProps {
  readonly label: string;
  readonly className: string;
  readonly children: ReactNode;
}

/** Text that scrolls inside the page; focusable, so that the keyboard can scroll it. */
export function ScrollRegion({ label, className, children }: ScrollRegionProps): ReactElement {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable without a mouse (WCAG 2.1.1).
    <section className={className} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
