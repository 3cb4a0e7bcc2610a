import './argv.css';
import type { ReactElement, ReactNode } from 'react';
import { ScrollRegion } from './content.tsx';
import { visibleArgument, visibleOutput } from '../text/visible-text.ts';
import { countOf } from '../text/words.ts';

/** Longest element that is shown without a scroll area of its own, in UTF-16 units as shown. */
const MAX_PLAIN = 400;

interface ArgvProps {
  readonly argv: readonly string[];
  readonly label: string;
}

/**
 * A command line element by element, each with its number, with every character visible.
 * `[data-end]` marks every place that a person has to see: the end of each scroll area, and of the list.
 */
export function Argv({ argv, label }: ArgvProps): ReactElement {
  return (
    <ol className="argv mono" start={0} aria-label={label}>
      {argv.map((element, index) => {
        const shown = visibleArgument(element);
        const isLong = shown.length > MAX_PLAIN;
        const length = countOf(element.length, 'character');
        const text = (
          <code>
            {/* Placeholders, such as `⟨8,000 spaces⟩`, apart from text that could be typed. */}
            {marked(shown, /(⟨[^⟩]*⟩)/)}
            {(isLong || index === argv.length - 1) && <span className="argv-end" data-end aria-hidden />}
          </code>
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same element may come twice; its place is its identity.
          <li key={index}>
            {isLong && <p className="quiet">{length}:</p>}
            {isLong ? (
              <ScrollRegion className="boxed scrolls" label={`Element ${index}, ${length}`}>
                {text}
              </ScrollRegion>
            ) : (
              text
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** Output as text, every character visible, with the redacted parts marked. */
export function RedactedText({ text }: { readonly text: string }): ReactNode {
  return marked(visibleOutput(text), /(\[REDACTED\]|\[TRUNCATED\])/);
}

function marked(text: string, marks: RegExp): readonly ReactNode[] {
  return text.split(marks).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text; their order is their identity.
    index % 2 === 0 ? part : <mark key={index}>{part}</mark>,
  );
}
