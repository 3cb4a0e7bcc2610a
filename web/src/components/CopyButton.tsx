import { type ReactElement, useEffect, useState } from 'react';
import { copyText } from './copy-text.ts';
import { Button } from './Button.tsx';

interface CopyButtonProps {
  /** A verb and its object, for example `"Copy 167 tools"`. */
  readonly label: string;
  readonly text: () => string;
  readonly disabled?: boolean;
  readonly primary?: boolean;
}

const ANSWER_TIME = 2000;

export function CopyButton({ label, text, disabled, primary }: CopyButtonProps): ReactElement {
  const [answer, setAnswer] = useState<'copied' | 'refused'>();
  useEffect(() => {
    if (answer === undefined) return undefined;
    const timer = setTimeout(() => setAnswer(undefined), ANSWER_TIME);
    return () => clearTimeout(timer);
  }, [answer]);
  return (
    <Button
      small
      look={primary ? 'primary' : undefined}
      icon={answer === 'copied' ? 'check' : 'copy'}
      disabled={disabled}
      data-autofocus={primary || undefined}
      onClick={async () => setAnswer((await copyText(text())) ? 'copied' : 'refused')}
    >
      <span aria-live="polite">
        {answer === undefined ? label : answer === 'copied' ? 'Copied' : 'Copying was refused'}
      </span>
    </Button>
  );
}
