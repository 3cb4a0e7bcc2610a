const live = new Set<() => void>();
let watching = false;

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
  live.add(end);
  return () => {
    live.delete(end);
  };
}

/** Ends every run that is on the watch. */
export function endWatchedRuns(): void {
  for (const end of live) end();
}
