/** SHA-256 of a text in UTF-8, in lower-case hexadecimal; half a surrogate pair counts as U+FFFD. */
export async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
