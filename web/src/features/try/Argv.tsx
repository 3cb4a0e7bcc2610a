import type { ReactElement } from 'react';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import { countOf } from '../../text/words.ts';
import { visibleArgument } from '../../text/visible-text.ts';

/** Longest element that is shown without a scroll area of its own, in UTF-16 units as shown. */
const MAX_PLAIN = 400;

/**
 * A command line element by element, each with its number, nothing in it unseen.
 *
 * `[data-end]` marks every place that has to be looked at to have seen it all: the end of each scroll area, and of the list.
 */
export function Argv({ argv }: { readonly argv: readonly string[] }): ReactElement {
  return (
    <ol className="argv mono" start={0} aria-label="Command line">
      {argv.map((element, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same element may come twice; its place is what it is.
        <li key={index}>
          <Element text={element} index={index} isLast={index === argv.length - 1} />
        </li>
      ))}
    </ol>
  );
}

interface ElementProps {
  readonly text: string;
  readonly index: number;
  readonly isLast: boolean;
}

function Element({ text, index, isLast }: ElementProps): ReactElement {
  const shown = visibleArgument(text);
  if (shown.length <= MAX_PLAIN) {
    return (
      <code>
        <Marked shown={shown} />
        {isLast && <EndMark />}
      </code>
    );
  }
  const length = countOf(text.length, 'character');
  return (
    <div>
      <p className="quiet">{length}:</p>
      <ScrollRegion className="argv-long boxed scrolls" label={`Element ${index}, ${length}`}>
        <code>
          <Marked shown={shown} />
          <EndMark />
        </code>
      </ScrollRegion>
    </div>
  );
}

/** Sets placeholders, such as `⟨8,000 spaces⟩`, apart from text that could be typed. */
function Marked({ shown }: { readonly shown: string }): ReactElement {
  return (
    <>
      {shown.split(/(⟨[^⟩]*⟩)/).map((part, index) =>
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text; their order is their identity.
        index % 2 === 0 ? part : <mark key={index}>{part}</mark>,
      )}
    </>
  );
}

function EndMark(): ReactElement {
  return <span className="argv-end" data-end aria-hidden />;
}
