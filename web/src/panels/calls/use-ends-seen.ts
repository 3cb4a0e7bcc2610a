import { type RefObject, useEffect, useState } from 'react';

/** Part of an end mark that has to be in view; a whole one may be a fraction of a pixel short. */
const IN_VIEW = 0.5;

/** Whether every `[data-end]` within an element has been in view, one after the other or at once; what fits is, at once. */
export function useEndsSeen(within: RefObject<HTMLElement | null>): boolean {
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const unseen = new Set<Element>(within.current?.querySelectorAll('[data-end]'));
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { intersectionRatio, target } of entries) {
          if (intersectionRatio < IN_VIEW) continue;
          unseen.delete(target);
          observer.unobserve(target);
        }
        if (unseen.size === 0) setSeen(true);
      },
      { threshold: IN_VIEW },
    );
    for (const mark of unseen) observer.observe(mark);
    return () => observer.disconnect();
  }, [within]);
  return seen;
}
