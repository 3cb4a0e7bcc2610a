import { pointerTokens } from '@atip/core/internal';
import { Fragment, type ReactElement, type RefObject } from 'react';
import type { CodeViewHandle } from '../../components/CodeView.tsx';
import { countOf } from '../../text/words.ts';
import type { LineLinks } from './use-line-links.ts';

interface LineReasonProps {
  readonly links: LineLinks;
  readonly view: RefObject<CodeViewHandle | null>;
}

/** The bottom line of the panel: what made the line that is pointed at, or where to find what the document's place made. */
export function LineReason({ links: { pointed, elsewhere }, view }: LineReasonProps): ReactElement {
  const [first] = elsewhere;
  return (
    <div className="output-reason">
      <p role="status">
        {pointed !== undefined ? (
          <Reason {...pointed} />
        ) : elsewhere.length > 0 ? (
          `${countOf(elsewhere.length, 'line')} of the output ${elsewhere.length === 1 ? 'comes' : 'come'} from here`
        ) : (
          <span className="quiet">Point at a line to see what made it; click to go there.</span>
        )}
      </p>
      {pointed === undefined && first !== undefined && (
        <button type="button" className="button button-small" onClick={() => view.current?.reveal(first)}>
          Show in output
        </button>
      )}
    </div>
  );
}

function Reason({ line, source }: NonNullable<LineLinks['pointed']>): ReactElement {
  if (source === undefined) return <span className="quiet">line {line}: known as soon as the document compiles</span>;
  const [path = ''] = source.paths;
  const place = pointerWords(path);
  return (
    <>
      line {line} is <Quoted text={source.why} />
      {place !== '' && <span className="quiet"> · {place}</span>}
    </>
  );
}

/** What stands between backticks, as code. */
function Quoted({ text }: { readonly text: string }): readonly ReactElement[] {
  return text.split('`').map((part, index) => {
    // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity beyond their order.
    return index % 2 === 1 ? <code key={index}>{part}</code> : <Fragment key={index}>{part}</Fragment>;
  });
}

/**
 * A JSON Pointer in words, without its document: `/commands/pr/commands/create/effects/network` →
 * `"pr create › effects.network"`; the document itself is `""`.
 */
export function pointerWords(pointer: string): string {
  const tokens = pointerTokens(pointer);
  const path: string[] = [];
  let at = 0;
  for (; tokens[at] === 'commands' && at + 1 < tokens.length; at += 2) path.push(tokens[at + 1] ?? '');
  const words = [path.filter((name) => name !== '').join(' '), tokens.slice(at).join('.')];
  return words.filter((word) => word !== '').join(' › ');
}
