/** Another process kept a lock for longer than the caller wanted to wait. */
export class LockTimeoutError extends Error {
  readonly code = 'LOCK_TIMEOUT';
  /** The pid of the process that holds it; absent when its ticket cannot be read. */
  readonly holder: number | undefined;

  constructor(directory: string, timeout: number, holder: number | undefined) {
    const who = holder === undefined ? 'a process that its newest file does not name' : `process ${holder}`;
    super(`The lock ${JSON.stringify(directory)} was not free within ${timeout} ms: ${who} holds it. Try again later.`);
    this.name = 'LockTimeoutError';
    this.holder = holder;
  }
}
