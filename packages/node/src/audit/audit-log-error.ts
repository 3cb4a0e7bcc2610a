/** `AUDIT_DAMAGED`: a line or the log's end is not as it was written; `AUDIT_CLOSED`: the log was closed before. */
export type AuditLogErrorCode = 'AUDIT_DAMAGED' | 'AUDIT_CLOSED';

/** The audit log cannot do what it was asked to. */
export class AuditLogError extends Error {
  readonly code: AuditLogErrorCode;

  constructor(code: AuditLogErrorCode, message: string) {
    super(message);
    this.name = 'AuditLogError';
    this.code = code;
  }
}
