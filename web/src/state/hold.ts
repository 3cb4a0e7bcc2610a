/** Ms in sight before approving is possible: a click meant for what was there before must not approve. */
const HOLD = 500;

interface HoldPorts {
  readonly isVisible: () => boolean;
  /** Does something after a number of ms, unless the returned function is called before. */
  readonly later: (ms: number, action: () => void) => () => void;
}

interface Hold {
  /** Starts counting anew; to be called at the start, and whenever the page came into sight or left it. */
  readonly restart: () => void;
  readonly stop: () => void;
}

/** Tells when the page has been in sight for `HOLD` ms without a break; time out of sight does not count. */
export function createHold({ isVisible, later }: HoldPorts, onChange: (held: boolean) => void): Hold {
  let stop = (): void => undefined;
  return {
    restart: () => {
      stop();
      onChange(false);
      if (isVisible()) stop = later(HOLD, () => onChange(true));
    },
    stop: () => stop(),
  };
}
