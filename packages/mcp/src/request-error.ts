import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';

/**
 * A protocol error. The SDK's own class writes the code into the message, and the client's copy of it writes it again.
 */
export class RequestError extends Error {
  readonly code: number = ErrorCode.InvalidParams;

  constructor(message: string) {
    super(message);
    this.name = 'RequestError';
  }
}
