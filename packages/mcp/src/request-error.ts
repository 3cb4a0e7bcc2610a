import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';

/**
 * Ends a request with an error of the protocol. The SDK's own class writes the code into the message, and a client's copy of it writes
 * it a second time.
 */
export class RequestError extends Error {
  readonly code: number;
  readonly data: unknown;

  constructor(message: string, code: number = ErrorCode.InvalidParams, data?: unknown) {
    super(message);
    this.name = 'RequestError';
    this.code = code;
    this.data = data;
  }
}
