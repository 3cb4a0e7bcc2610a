import type { Issue } from '@atip/core';
import { type ReactElement, useRef, useState } from 'react';
import type { EditorHandle } from '../editor/editor-handle.ts';
import { useDiscovery } from '../panels/companion/use-discovery.ts';
import { Problems } from '../panels/Problems.tsx';
import { HELLO } from '../samples/index.ts';
import { applyEdits } from '../state/problems.ts';
import { BottomBar } from './BottomBar.tsx';
import { Dialogs, type OpenDialog } from './Dialogs.tsx';
import { EditorPane } from './EditorPane.tsx';
import { Header } from './Header.tsx';
import { Messages } from './Messages.tsx';
import { Notices } from './Notices.tsx';
import { ResultPane } from './ResultPane.tsx';
import type { Stores } from './stores.ts';
import { useCompanion } from './use-companion.ts';
import { useCompiler } from './use-compiler.ts';
import { useDocuments } from './use-documents.ts';
import { useKeys } from './use-keys.ts';
import { usePlayground } from './use-playground.ts';
import { useShare } from './use-share.ts';
import { useTheme } from './use-theme.ts';
import { type Side, Workspace } from './Workspace.tsx';

/** The whole page. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one line per part and prop; there is no logic to move out.
export function App({ local, session }: Stores): ReactElement {
  const { state, dispatch, unsaved } = usePlayground({ local, session });
  const { copy } = state;
  const compilation = useCompiler(copy);
  const companion = useCompanion(session);
  const discovery = useDiscovery(companion);
  const [theme, setTheme] = useTheme(local);
  const [dialog, setDialog] = useState<OpenDialog>();
  const [side, setSide] = useState<Side>('document');
  const editor = useRef<EditorHandle>(null);
  const share = useShare(copy, () => setDialog('share'));
  const documents = useDocuments(dispatch, companion, share.tell);
  useKeys({ onShare: share.copyLink, onHelp: () => setDialog('keys') });
  const jump = (issue: Issue): void => {
    setSide('document');
    if (issue.range) editor.current?.reveal(issue.range);
    else editor.current?.focus();
  };
  return (
    <div className="app">
      <Header
        copy={copy}
        theme={theme}
        companion={companion.state}
        documents={documents}
        dispatch={dispatch}
        onTheme={setTheme}
        onDialog={setDialog}
      />
      <Notices state={state} dispatch={dispatch} unsaved={unsaved} local={local} />
      <Workspace
        local={local}
        side={side}
        editor={
          <EditorPane
            ref={editor}
            value={copy.text}
            issues={compilation.issues}
            theme={theme}
            onChange={(text) => dispatch({ type: 'edit', text })}
          />
        }
        problems={
          <Problems
            issues={compilation.issues}
            onJump={jump}
            onFix={({ fix }) => fix && dispatch({ type: 'edit', text: applyEdits(copy.text, fix.edits) })}
          />
        }
        result={
          <ResultPane
            copy={copy}
            compilation={compilation}
            companion={companion}
            onTab={(tab) => dispatch({ type: 'choose-tab', tab })}
            onSample={() => documents.openSample(HELLO)}
            onCompanion={() => setDialog('companion')}
          />
        }
      />
      <Dialogs
        open={dialog}
        copy={copy}
        base={share.base}
        companion={companion}
        discovery={discovery}
        onOpenTool={(name) => {
          setDialog(undefined);
          documents.openTool(name);
        }}
        onOpenSample={(name, text) => {
          setDialog(undefined);
          documents.openSample({ title: name, name: `${name}.json`, text });
        }}
        onClose={() => setDialog(undefined)}
      />
      <Messages
        message={share.message}
        undo={state.undo?.label}
        onUndo={() => dispatch({ type: 'undo' })}
        onClose={() => {
          share.tell(undefined);
          dispatch({ type: 'forget-undo' });
        }}
      />
      <BottomBar side={side} onSide={setSide} />
    </div>
  );
}
