import type { ReactElement, ReactNode } from 'react';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import type { SafeStorage } from '../state/safe-storage.ts';
import { useMedia } from '../components/use-media.ts';

export type Side = 'document' | 'result';

interface WorkspaceProps {
  readonly local: SafeStorage;
  /** Shown where there is room for one side only. */
  readonly side: Side;
  readonly editor: ReactNode;
  readonly problems: ReactNode;
  readonly result: ReactNode;
}

/** Document and result side by side, 42 : 58 until a person moves the line; one at a time on small screens. */
export function Workspace({ local, side, editor, problems, result }: WorkspaceProps): ReactElement {
  const narrow = useMedia('(max-width: 899px)');
  const columns = useDefaultLayout({ id: 'atip.columns.v1', storage: local });
  const rows = useDefaultLayout({ id: 'atip.rows.v1', storage: local });
  return (
    <main className="workspace">
      <Group
        orientation="horizontal"
        className="sides"
        disabled={narrow}
        defaultLayout={columns.defaultLayout}
        onLayoutChanged={(layout, meta) => !narrow && columns.onLayoutChanged(layout, meta)}
      >
        <Panel id="document" defaultSize="42%" minSize="20%" className={side === 'document' ? 'side-on' : 'side-off'}>
          <Group orientation="vertical" defaultLayout={rows.defaultLayout} onLayoutChanged={rows.onLayoutChanged}>
            <Panel id="editor" defaultSize="78%" minSize="20%">
              {editor}
            </Panel>
            <Separator className="handle" aria-label="Height of the problems" />
            <Panel id="problems" defaultSize="22%" minSize="33px">
              {problems}
            </Panel>
          </Group>
        </Panel>
        <Separator className="handle" aria-label="Width of the document" />
        <Panel id="result" defaultSize="58%" minSize="20%" className={side === 'result' ? 'side-on' : 'side-off'}>
          {result}
        </Panel>
      </Group>
    </main>
  );
}
