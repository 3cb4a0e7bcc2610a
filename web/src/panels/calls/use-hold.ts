import { useEffect, useState } from 'react';
import { createHold } from '../../state/hold.ts';

/** Whether the page has been in sight for long enough, as `createHold` has it, since this was first asked. */
export function useHold(): boolean {
  const [held, setHeld] = useState(false);
  useEffect(() => {
    const hold = createHold(
      {
        isVisible: () => document.visibilityState === 'visible',
        later: (ms, action) => {
          const timer = setTimeout(action, ms);
          return () => clearTimeout(timer);
        },
      },
      setHeld,
    );
    hold.restart();
    document.addEventListener('visibilitychange', hold.restart);
    // Another window that lay over this one takes clicks up to the moment it goes.
    window.addEventListener('focus', hold.restart);
    return () => {
      hold.stop();
      document.removeEventListener('visibilitychange', hold.restart);
      window.removeEventListener('focus', hold.restart);
    };
  }, []);
  return held;
}
