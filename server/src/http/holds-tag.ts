/**
 * Whether `If-None-Match` names a tag, or anything.
 * @param header absent: the client holds nothing.
 * @see RFC 9110 §13.1.2: the comparison is the weak one.
 */
export function holdsTag(header: string | undefined, tag: string | null): boolean {
  if (header === undefined || tag === null) return false;
  return header.split(',').some((held) => ['*', tag].includes(held.trim().replace(/^W\//, '')));
}
