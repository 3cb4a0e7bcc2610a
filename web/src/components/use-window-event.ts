import { useEffect, useRef } from 'react';

/** Hears an event of the window, before whatever it is meant for; the handler is that of the last render. */
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
