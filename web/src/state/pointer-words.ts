/**
 * A JSON Pointer in words, without its document: `/commands/pr/commands/create/effects/network` →
 * `"pr create › effects.network"`; the document itself is `""`.
 */
export function pointerWords(pointer: string): string {
  const tokens = pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
  const path: string[] = [];
  let at = 0;
  for (; tokens[at] === 'commands' && at + 1 < tokens.length; at += 2) path.push(tokens[at + 1] ?? '');
  const words = [path.filter((name) => name !== '').join(' '), tokens.slice(at).join('.')];
  return words.filter((word) => word !== '').join(' › ');
}
