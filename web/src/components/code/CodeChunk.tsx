import { type MemoExoticComponent, memo, type ReactElement } from 'react';
import { jsonTokens } from '../../state/json-tokens.ts';
import { visibleOutput } from '../../state/visible-text.ts';
import { LINE_HEIGHT } from './line-geometry.ts';

interface CodeChunkProps {
  readonly text: string;
  readonly lines: number;
  /** Only what is near the window is coloured; the rest is text to find and to select. */
  readonly isNear: boolean;
}

/** Units of a line that are laid out: a single line of a megabyte would hold up the page. */
const LONGEST_LINE = 5000;
const TOO_LONG = new RegExp(`^(.{${LONGEST_LINE}})(.+)$`, 'gm');

/** Some lines of JSON, in which nothing is invisible. */
export const CodeChunk: MemoExoticComponent<(props: CodeChunkProps) => ReactElement> = memo(function CodeChunk({
  text,
  lines,
  isNear,
}: CodeChunkProps): ReactElement {
  const shown = text.length > LONGEST_LINE ? text.replace(TOO_LONG, clipped) : text;
  return (
    <span className="code-chunk" style={{ containIntrinsicBlockSize: `${lines * LINE_HEIGHT}px` }}>
      {isNear ? <Coloured text={visibleOutput(shown)} /> : shown}
    </span>
  );
});

function clipped(_line: string, start: string, rest: string): string {
  return `${start} … ${rest.length.toLocaleString('en')} more characters; Copy and Download have them`;
}

function Coloured({ text }: { readonly text: string }): readonly ReactElement[] {
  return jsonTokens(text).map((token, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: tokens have no identity beyond their order.
    <span key={index} className={`syntax-${token.kind}`}>
      {token.text}
    </span>
  ));
}
