import type { ReactNode } from 'react';
import { visibleOutput } from '../../text/visible-text.ts';

export function Marked({ text, marks }: { readonly text: string; readonly marks: RegExp }): readonly ReactNode[] {
  return text.split(marks).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text; their order is their identity.
    index % 2 === 0 ? part : <mark key={index}>{part}</mark>,
  );
}

/** Output as text, every character visible, with the redacted parts marked. */
export function RedactedText({ text }: { readonly text: string }): ReactNode {
  return <Marked text={visibleOutput(text)} marks={/(\[REDACTED\]|\[TRUNCATED\])/} />;
}
