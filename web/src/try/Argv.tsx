import type { ReactElement, ReactNode } from 'react';
import { ScrollRegion } from '../components/content.tsx';
import { countOf } from '../text/words.ts';
import { visibleArgument, visibleOutput } from '../text/visible-text.ts';

/** Longest element that is shown without a scroll area of its own, in UTF-16 units as shown. */
const MAX_PLAIN = 400;

interface ArgvProps {
  readonly argv: readonly string[];
  /** Its name for those who do not see it. Absent: Command line. */
  readonly label?: string;
}

/**
 * A command line element by element, each with its number, with every character visible.
 *
 * `[data-end]` marks every place that a person has to see: the end of each scroll area, and of the list.
 */
export function Argv({ argv, label = 'Command line' }: ArgvProps): ReactElement {
  return (
    <ol className="argv mono" start={0} aria-label={label}>
      {argv.map((element, index) => {
        const shown = visibleArgument(element);
        const isLong = shown.length > MAX_PLAIN;
        const length = countOf(element.length, 'character');
        const text = (
          <code>
            {/* Placeholders, such as `⟨8,000 spaces⟩`, apart from text that could be typed. */}
            <Marked text={shown} marks={/(⟨[^⟩]*⟩)/} />
            {(isLong || index === argv.length - 1) && <span className="argv-end" data-end aria-hidden />}
          </code>
        );
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same element may come twice; its place is its identity.
          <li key={index}>
            {isLong ? (
              <div>
                <p className="quiet">{length}:</p>
                <ScrollRegion className="boxed scrolls" label={`Element ${index}, ${length}`}>
                  {text}
                </ScrollRegion>
              </div>
            ) : (
              text
            )}
          </li>
        );
      })}
    </ol>
  );
}

function Marked({ text, marks }: { readonly text: string; readonly marks: RegExp }): readonly ReactNode[] {
  return text.split(marks).map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text; their order is their identity.
    index % 2 === 0 ? part : <mark key={index}>{part}</mark>,
  );
}

/** Output as text, every character visible, with the redacted parts marked. */
export function RedactedText({ text }: { readonly text: string }): ReactNode {
  return <Marked text={visibleOutput(text)} marks={/(\[REDACTED\]|\[TRUNCATED\])/} />;
}
