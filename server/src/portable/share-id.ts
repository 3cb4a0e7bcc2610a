/** 16 bytes as base64url: no id is a path. */
const ID = /^[A-Za-z0-9_-]{22}$/;

/** Whether a text has the form of a share's id. */
export function isShareId(id: string): boolean {
  return ID.test(id);
}
