import { type ReactElement, useState } from 'react';
import { CopyButton } from '../../components/CopyButton.tsx';
import type { AskedCall } from '../../state/response-text.ts';
import { type ReadArguments, readArguments } from '../../state/read-arguments.ts';

interface ArgumentsJsonProps {
  readonly args: AskedCall['arguments'];
  readonly onArguments: (args: AskedCall['arguments']) => void;
  /** Whether what stands here cannot be read, so that it is not the form's arguments. */
  readonly onBroken: (broken: boolean) => void;
}

/** The form's arguments as JSON, to be read and to be written. */
export function ArgumentsJson({ args, onArguments, onBroken }: ArgumentsJsonProps): ReactElement {
  const [typed, setTyped] = useState<{
    readonly text: string;
    readonly read: ReadArguments;
    readonly over: AskedCall['arguments'];
  }>();
  const own = JSON.stringify(args);
  // What is typed stays as it is typed while it stands for the arguments, or cannot be read and nothing else changed them.
  const isMine =
    typed !== undefined && (typed.read.ok ? JSON.stringify(typed.read.value) === own : typed.over === args);
  const text = isMine ? typed.text : JSON.stringify(args, null, 2);
  const problem = isMine && !typed.read.ok ? typed.read.message : undefined;
  return (
    <div className="calls-stack">
      <div className="calls-row">
        <label htmlFor="arguments-json" className="grow">
          Arguments as JSON
        </label>
        <CopyButton label="Copy the arguments" text={() => text} />
      </div>
      <textarea
        id="arguments-json"
        className="field mono"
        rows={Math.min(12, Math.max(3, text.split('\n').length))}
        spellCheck={false}
        value={text}
        aria-invalid={problem !== undefined}
        aria-describedby="arguments-problem"
        onChange={(event) => {
          const read = readArguments(event.target.value);
          setTyped({ text: event.target.value, read, over: args });
          onBroken(!read.ok);
          if (read.ok) onArguments(read.value);
        }}
      />
      <p id="arguments-problem" role="status" className="bad">
        {problem}
      </p>
    </div>
  );
}
