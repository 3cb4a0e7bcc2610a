/** What the page is asked while somebody types into it. */
export interface PageProbe {
  /** Makes ready for one key press, which a new output follows, or for one that does nothing but have a frame painted. */
  arm(follows: 'output' | 'frame'): void;
  /** Resolves when what follows is painted; rejects after 20 s. */
  readonly painted: () => Promise<KeyTimes>;
  /** Durations of the main thread's tasks over 50 ms since the last asking, in ms. */
  takeLongTasks(): number[];
}

/** Ms from the moment the browser received a key press. */
export interface KeyTimes {
  /** Until the new output is in the document. */
  readonly changed: number;
  /** Until the frame with it is painted. */
  readonly painted: number;
}

declare global {
  interface Window {
    probe?: PageProbe;
  }
}

/** Runs in the page, so it holds on to nothing of this file; leaves the probe in `window.probe`. */
export function installProbe(): void {
  let pressed = Number.NaN;
  let changed = Number.NaN;
  let awaited: 'output' | 'frame' = 'output';
  let answer: Promise<KeyTimes> = Promise.reject(new Error('No key press is awaited.'));
  let settle: (times: KeyTimes) => void = () => undefined;
  let tasks: number[] = [];
  // A message that is sent in a frame's callback arrives when that frame has been painted.
  const afterPaint = new MessageChannel();
  answer.catch(() => undefined);
  afterPaint.port1.onmessage = () => settle({ changed: changed - pressed, painted: performance.now() - pressed });
  const onChange = (): void => {
    if (Number.isNaN(pressed) || !Number.isNaN(changed)) return;
    changed = performance.now();
    requestAnimationFrame(() => afterPaint.port2.postMessage(null));
  };
  const onKey = (event: KeyboardEvent): void => {
    pressed = event.timeStamp;
    if (awaited === 'frame') onChange();
  };
  window.addEventListener('keydown', onKey, { capture: true });
  new MutationObserver(() => awaited === 'output' && onChange()).observe(document, {
    subtree: true,
    attributeFilter: ['data-revision'],
  });
  const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries().map(({ duration }) => duration)));
  observer.observe({ type: 'longtask' });
  window.probe = {
    arm: (follows) => {
      awaited = follows;
      pressed = Number.NaN;
      changed = Number.NaN;
      answer = new Promise((resolve, reject) => {
        settle = resolve;
        setTimeout(() => reject(new Error('No output followed a key press within 20 s.')), 20_000);
      });
      // Whoever asks later gets the error all the same.
      answer.catch(() => undefined);
    },
    painted: () => answer,
    takeLongTasks: () => {
      tasks.push(...observer.takeRecords().map(({ duration }) => duration));
      const taken = tasks;
      tasks = [];
      return taken;
    },
  };
}
