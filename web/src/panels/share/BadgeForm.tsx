import { type ReactElement, useMemo } from 'react';
import { downloadText } from '../../components/download-text.ts';
import { Icon } from '../../components/Icon.tsx';
import { BADGE_NAME, badgeSvg } from '../../state/share-texts.ts';
import { ReadText } from './ReadText.tsx';

interface BadgeFormProps {
  /** Of the document. */
  readonly name: string;
  /** Markdown that shows the badge. */
  readonly text: string;
}

/** A badge is a file of its own: pages that show Markdown take no pictures out of a link. */
export function BadgeForm({ name, text }: BadgeFormProps): ReactElement {
  const svg = useMemo(() => badgeSvg(name.replace(/\.json$/, '')), [name]);
  return (
    <>
      <div className="dialog-row">
        <img src={`data:image/svg+xml,${encodeURIComponent(svg)}`} alt={`Badge: ATIP, ${name}`} height="20" />
        <button
          type="button"
          className="button button-small"
          onClick={() => downloadText(BADGE_NAME, svg, 'image/svg+xml')}
        >
          <Icon name="download" />
          Download {BADGE_NAME}
        </button>
        <span className="quiet">Put it beside the README; no other site is asked for it.</span>
      </div>
      <ReadText label="Markdown" text={text} />
    </>
  );
}
