/** Does work for a key once what was begun for that key before is over, whether it succeeded or not. */
export type InTurn = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

/**
 * Makes a queue for each key, in this process.
 *
 * Not for Workers: there a request that is given up takes its promises with it, and whoever waits for them waits for ever.
 */
export function createInTurn(): InTurn {
  const last = new Map<string, Promise<void>>();
  return (key, work) => {
    const result = (last.get(key) ?? Promise.resolve()).then(work);
    const forget = (): void => {
      if (last.get(key) === over) last.delete(key);
    };
    // Whoever asked for the work learns how it ended; the queue goes on either way.
    const over = result.then(forget, forget);
    last.set(key, over);
    return result;
  };
}

/** For where nothing can promise an order: work is done when it is begun. */
export const atOnce: InTurn = (_key, work) => work();
