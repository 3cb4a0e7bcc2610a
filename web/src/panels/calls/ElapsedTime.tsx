import { type ReactElement, useEffect, useState } from 'react';
import { durationOf } from '../../state/run-history.ts';

interface ElapsedTimeProps {
  /** ms since 1970, and so is `ended`. */
  readonly started: number;
  /** Absent: not yet. */
  readonly ended: number | undefined;
}

/** ms between two looks at the clock. */
const BEAT = 250;

/** How long a run has taken, counting while it runs. */
export function ElapsedTime({ started, ended }: ElapsedTimeProps): ReactElement {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (ended !== undefined) return undefined;
    const timer = setInterval(() => setNow(Date.now()), BEAT);
    return () => clearInterval(timer);
  }, [ended]);
  return (
    <span className="quiet" role="timer" aria-label="Time taken">
      {durationOf(Math.max(0, (ended ?? now) - started))}
    </span>
  );
}
