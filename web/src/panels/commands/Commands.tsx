import type { ReactElement } from 'react';
import { HELLO } from '../../samples/index.ts';
import { staleLine } from '../../state/compilation.ts';
import '../../styles/icicle.css';
import '../../styles/command-detail.css';
// Last: it says what changes on narrow screens.
import '../../styles/commands.css';
import type { PanelProps } from '../panel.ts';
import { useAnswer } from '../use-answer.ts';
import { CommandsBody } from './CommandsBody.tsx';

/** Every command with its dangers and its price in tokens, as a list and as a picture, and what of it is offered. */
export function Commands(props: PanelProps): ReactElement {
  const { active, compilation, document, dispatch } = props;
  const source = compilation.result?.source;
  const { last, pending, failure } = useAnswer('commands', active ? source : undefined);
  const onSample = (): void =>
    dispatch({ type: 'open', name: HELLO.name, text: HELLO.text, label: `Opened the sample ${HELLO.title}` });
  const behind = staleLine(compilation) ?? failure ?? (last?.answer.ok === false ? last.answer.message : undefined);
  return (
    <div className="panel commands" data-part="commands" aria-busy={pending}>
      <p className="stale-line" role="status">
        {behind}
        {behind !== undefined && document.filter !== undefined && (
          <button
            type="button"
            className="button button-small commands-gap"
            onClick={() => dispatch({ type: 'set-filter', label: 'Showed all commands' })}
          >
            Show all commands
          </button>
        )}
      </p>
      {last?.answer.ok === true ? (
        last.answer.tree.keys.length === 1 ? (
          <NoCommands onSample={onSample} />
        ) : (
          <CommandsBody {...props} answer={last.answer} text={last.question.text} />
        )
      ) : (
        <p className="empty quiet">
          {behind === undefined ? 'Reading the commands …' : 'The commands appear as soon as the document compiles.'}
        </p>
      )}
    </div>
  );
}

function NoCommands({ onSample }: { readonly onSample: () => void }): ReactElement {
  return (
    <div className="empty">
      <p>
        <strong>0 commands: this document has none yet.</strong>
      </p>
      <p>
        Add one under <code>commands</code>; what it does goes under <code>effects</code>:
      </p>
      <pre className="empty-example">
        {'"commands": {\n  "greet": { "description": "Say hello", "effects": { "network": false } }\n}'}
      </pre>
      <button type="button" className="button" onClick={onSample}>
        Open the hello sample
      </button>
    </div>
  );
}
