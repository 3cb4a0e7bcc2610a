const live = new Set<() => void>();
let watching = false;

/** What ends a process that does not listen to it, without its `exit`. */
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/**
 * Makes sure that what was started ends with this process, however it exits short of SIGKILL.
 *
 * @param end ends the run at once; synchronous
 * @returns a function that takes it off the watch.
 */
export function watchRun(end: () => void): () => void {
  if (!watching) {
    watching = true;
    process.on('exit', endWatchedRuns);
  }
  if (live.size === 0) for (const name of SIGNALS) process.on(name, endBySignal);
  live.add(end);
  return () => {
    if (live.delete(end) && live.size === 0) stopListening();
  };
}

/** Does what the signal would have done had nobody listened; where somebody else does, it is theirs to decide. */
function endBySignal(name: NodeJS.Signals): void {
  if (process.listenerCount(name) > 1) return;
  endWatchedRuns();
  stopListening();
  process.kill(process.pid, name);
}

function stopListening(): void {
  for (const name of SIGNALS) process.off(name, endBySignal);
}

/** Ends every run that is on the watch. */
export function endWatchedRuns(): void {
  for (const end of live) end();
}
