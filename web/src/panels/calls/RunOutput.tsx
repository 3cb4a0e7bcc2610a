import { lazy, type ReactElement, Suspense, useState } from 'react';
import { Choice } from '../../components/Choice.tsx';
import { CopyButton } from '../../components/CopyButton.tsx';
import { ScrollRegion } from '../../components/ScrollRegion.tsx';
import type { OutputPiece } from '../../state/call-run.ts';
import { terminalText } from '../../state/terminal-text.ts';
import { visibleOutput } from '../../state/visible-text.ts';

const Terminal = lazy(async () => ({ default: (await import('./Terminal.tsx')).Terminal }));

type View = 'terminal' | 'text';

const VIEWS = [
  { value: 'terminal', label: 'Terminal' },
  { value: 'text', label: 'Text' },
] as const;

interface RunOutputProps {
  readonly output: readonly OutputPiece[];
  /** Characters of its start that are no longer there. */
  readonly dropped: number;
}

/** What a process wrote, redacted: in a terminal that obeys none of it, or as text. */
export function RunOutput({ output, dropped }: RunOutputProps): ReactElement {
  const [view, setView] = useState<View>('terminal');
  const hasErrors = output.some(({ stream }) => stream === 'stderr');
  return (
    <figure className="calls-output">
      <figcaption className="calls-row">
        <span className="quiet grow">
          Output, redacted
          {hasErrors && (
            <>
              ; <span className="calls-stripe">▌</span> is stderr
            </>
          )}
          {dropped > 0 && `; the first ${dropped.toLocaleString('en')} characters are no longer shown`}
        </span>
        <CopyButton label="Copy output" text={() => output.map(({ text }) => text).join('')} />
        <Choice label="Show the output as" name="output-view" options={VIEWS} value={view} onChoose={setView} />
      </figcaption>
      {view === 'terminal' ? (
        <Suspense fallback={<p className="quiet">Opening the terminal…</p>}>
          <Terminal text={terminalText(output)} />
        </Suspense>
      ) : (
        <ScrollRegion className="calls-process-output" label="Output of the process">
          <pre>
            {output.map(({ stream, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: pieces are only appended; their order is their identity.
              <span key={index} className={`calls-${stream}`} data-stream={stream}>
                {visibleOutput(text)}
              </span>
            ))}
          </pre>
        </ScrollRegion>
      )}
    </figure>
  );
}
