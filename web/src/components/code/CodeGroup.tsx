import { type MemoExoticComponent, memo, type ReactElement } from 'react';
import type { LineChunk } from '../../state/line-chunks.ts';
import { CodeChunk } from './CodeChunk.tsx';
import { LINE_HEIGHT } from './line-geometry.ts';
import type { NearLines } from './use-near-lines.ts';

/** Pieces in a group: so few groups that an edit in a long text leaves next to nothing to look at. */
const GROUP_SIZE = 40;

interface CodeGroupProps {
  /** The same objects as long as nothing in them changed. */
  readonly chunks: readonly LineChunk[];
  readonly near: NearLines;
}

/** Some pieces of a text; drawn again, and laid out, only when one of them changed or comes into sight. */
export const CodeGroup: MemoExoticComponent<(props: CodeGroupProps) => ReactElement> = memo(
  function CodeGroup({ chunks, near }: CodeGroupProps): ReactElement {
    const lines = chunks.reduce((sum, chunk) => sum + chunk.lines, 0);
    return (
      <span className="code-group" style={{ containIntrinsicBlockSize: `${lines * LINE_HEIGHT}px` }}>
        {chunks.map((chunk) => (
          <CodeChunk key={chunk.key} text={chunk.text} lines={chunk.lines} isNear={isNear(chunk, near)} />
        ))}
      </span>
    );
  },
  (before, after) =>
    before.chunks.length === after.chunks.length &&
    after.chunks.every(
      (chunk, index) => chunk === before.chunks[index] && isNear(chunk, before.near) === isNear(chunk, after.near),
    ),
);

function isNear({ firstLine, lines }: LineChunk, { first, last }: NearLines): boolean {
  return firstLine <= last && firstLine + lines > first;
}

/** The pieces in groups; an edit within one piece leaves every other group as it was. */
export function groupChunks(chunks: readonly LineChunk[]): readonly (readonly LineChunk[])[] {
  const count = Math.ceil(chunks.length / GROUP_SIZE);
  return Array.from({ length: count }, (_, index) => chunks.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE));
}
