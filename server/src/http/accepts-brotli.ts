/**
 * Whether a client takes Brotli.
 * @param header its `Accept-Encoding`. Only what names `br` counts: who sends `*` says nothing about what it can undo.
 */
export function acceptsBrotli(header: string | undefined): boolean {
  return (header ?? '').split(',').some((part) => {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
    return name === 'br' && !parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
  });
}
