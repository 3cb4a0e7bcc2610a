/** Why the companion cannot be started as it was asked to; one sentence or two for a person, with the way out. */
export class ServeError extends Error {
  /** `usage`: something on the command line cannot be meant; `io`: the machine refuses. */
  readonly kind: 'usage' | 'io';

  /** @param message not yet made safe for a terminal; holds no secret */
  constructor(kind: 'usage' | 'io', message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ServeError';
    this.kind = kind;
  }
}
