import { useEffect, useRef } from 'react';

/** Listens to an event of the window, before its target gets it; uses the handler of the last render. */
export function useWindowEvent<Name extends keyof WindowEventMap>(
  name: Name,
  handler: (event: WindowEventMap[Name]) => void,
): void {
  const latest = useRef(handler);
  latest.current = handler;
  useEffect(() => {
    const listener = (event: WindowEventMap[Name]): void => latest.current(event);
    window.addEventListener(name, listener, { capture: true });
    return () => window.removeEventListener(name, listener, { capture: true });
  }, [name]);
}
