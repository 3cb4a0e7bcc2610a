import type { ContentfulStatusCode, StatusCode } from 'hono/utils/http-status';

// Type aliases, since Hono's client reads nothing out of interfaces.

export type NoInput = Record<never, never>;

/** A route that answers with JSON, as Hono's typed client reads it; a refusal has another status and a `Problem`. */
export type JsonRoute<Input, Output, Status extends StatusCode = ContentfulStatusCode> = {
  readonly input: Input;
  readonly output: Output;
  readonly outputFormat: 'json';
  readonly status: Status;
};

/** A route whose success has no body. */
export type EmptyRoute<Input> = {
  readonly input: Input;
  readonly output: null;
  readonly outputFormat: 'body';
  readonly status: 204;
};

/** A route whose answer is the reader's to understand: server-sent events, or a document. */
export type RawRoute<Input> = {
  readonly input: Input;
  readonly output: NoInput;
  readonly outputFormat: string;
  readonly status: StatusCode;
};
