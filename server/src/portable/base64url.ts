/** Bytes as base64url without padding, by what every runtime has. @see RFC 4648 §5 */
export function base64Url(bytes: Uint8Array): string {
  const letters = btoa(String.fromCharCode(...bytes));
  return letters.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}
