import { ExecutionError } from '@atip/core';

/** A program that is to hold another one could not start it. */
export class HolderError extends ExecutionError {
  /** What it wrote about that; not escaped. */
  readonly said: string;

  constructor(holder: string, said: string) {
    const shown = JSON.stringify(said.slice(0, 500));
    super(`The program could not be started in its sandbox. ${holder} says: ${shown}`);
    this.said = said;
  }
}
