import './compare.css';
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react';
import type { PageDocument } from '../document/working-copy.ts';
import { toolNameIn } from '../document/tool-name.ts';
import { TEXT_OPTIONS } from '../editor/MonacoEditor.tsx';
import { useMonaco } from '../editor/use-monaco.ts';
import { usePage } from '../page/page-context.ts';
import { takeFocus } from '../parts/browser.ts';
import { ScrollRegion } from '../parts/content.tsx';
import { Button } from '../parts/controls.tsx';
import { Dialog } from '../parts/Dialog.tsx';
import { Icon } from '../parts/Icon.tsx';
import { PasteField } from '../parts/PasteField.tsx';
import { visibleOutput, visibleText } from '../text/visible-text.ts';
import { useAnswer } from '../worker/use-answer.ts';

type Version = Pick<PageDocument, 'name' | 'text'>;

/** Compares the shown document with an earlier version: what breaks, what can do more harm, and each line. */
export function Compare(): ReactElement {
  const { copy, document, closeDialog } = usePage();
  const others = [...copy.documents, ...(copy.recent ?? [])].filter(
    ({ text }) => text !== document.text && text.trim() !== '',
  );
  const [before, setBefore] = useState<Version | undefined>(() =>
    others.find(({ text }) => toolNameIn(text) === toolNameIn(document.text)),
  );
  return (
    <Dialog title="Compare" size="wide" part="compare" onClose={closeDialog}>
      {before === undefined ? (
        <div className="stack apart">
          <p>
            Choose an earlier version of {visibleText(document.name)}. The page says what breaks, what can do more harm,
            and which version number the changes need.
          </p>
          <div className="row">
            {others.map((other, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: an open and a closed document may have one id.
              <Button key={index} onClick={() => setBefore(other)}>
                <span className="clip">{visibleText(other.name)}</span>
              </Button>
            ))}
          </div>
          <PasteField
            label="Text of an earlier version"
            placeholder="Paste it"
            rows={6}
            ref={takeFocus}
            data-autofocus
            text=""
            onText={(text) => setBefore({ name: 'pasted text', text })}
          />
        </div>
      ) : (
        <>
          <p className="row">
            <span className="grow wrap mono">
              {visibleText(before.name)} → {visibleText(document.name)}
            </span>
            <Button onClick={() => setBefore(undefined)}>Choose another</Button>
          </p>
          <Changes before={before} after={document} />
          <TextDiff before={before.text} after={document.text} />
        </>
      )}
    </Dialog>
  );
}

const MARKS = {
  breaking: { tone: 'error', icon: 'error', word: 'Breaks: ' },
  safety: { tone: 'warning', icon: 'safety', word: 'Harm: ' },
  additive: { tone: 'good', icon: 'plus', word: '' },
  neutral: { tone: 'info', icon: 'info', word: '' },
} as const;

const MOST_LISTED = 200;

/** Differences in meaning, gravest first, under the version step that they ask for. */
function Changes({ before, after }: { readonly before: Version; readonly after: Version }): ReactElement {
  const question = useMemo(() => ({ before: before.text, after: after.text }), [before, after]);
  const { last, failure } = useAnswer('compare', question);
  const answer = last?.answer;
  if (!answer?.ok) {
    const { name } = answer?.side === 'after' ? after : before;
    const words = answer && visibleOutput(`${name} has an error, so only the texts are compared: ${answer.message}`);
    return <p role="status">{failure ?? words ?? 'Comparing …'}</p>;
  }
  const { title, summary, isEnough, changes } = answer;
  return (
    <ScrollRegion className="stack compare-changes" label="Changes">
      <h3 className="title wrap">{visibleText(title)}</h3>
      <p role="status" className={`verdict tone-${isEnough ? 'good' : 'warning'}`}>
        <Icon name={isEnough ? 'check' : 'warning'} />
        {visibleText(summary)}
      </p>
      {changes.slice(0, MOST_LISTED).map(({ kind, place, message }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: changes have no identity beyond their order.
        <p key={index} className={`verdict tone-${MARKS[kind].tone}`}>
          <Icon name={MARKS[kind].icon} />
          <span>
            {MARKS[kind].word}
            {!message.startsWith(place) && <code>{visibleText(place)}</code>} {visibleText(message)}
          </span>
        </p>
      ))}
      {changes.length > MOST_LISTED && <p className="quiet">The first {MOST_LISTED} are listed.</p>}
    </ScrollRegion>
  );
}

/** Both texts side by side with their differences, where there is room for it. */
function TextDiff({ before, after }: { readonly before: string; readonly after: string }): ReactElement | null {
  const module = useMonaco();
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!module || host.current === null) return undefined;
    const { editor: create } = module.monaco;
    const [original, modified] = [create.createModel(before, 'json'), create.createModel(after, 'json')];
    const editor = create.createDiffEditor(host.current, {
      ...TEXT_OPTIONS,
      readOnly: true,
      renderOverviewRuler: false,
      hideUnchangedRegions: { enabled: true },
    });
    // Its own options for that have no effect.
    editor.getOriginalEditor().updateOptions({ ariaLabel: 'Before' });
    editor.getModifiedEditor().updateOptions({ ariaLabel: 'After' });
    editor.setModel({ original, modified });
    return () => {
      for (const part of [editor, original, modified]) part.dispose();
    };
  }, [module, before, after]);
  return module === null ? null : <div ref={host} className="fills compare-texts" />;
}
