/** The forms in which a link is passed on, besides itself. */

/** A link in Markdown; what its name holds is no Markdown. */
export function markdownLink(name: string, link: string): string {
  return `[${escapeMarkdown(name)}](${link})`;
}

/** A frame that shows the state read-only. Scripts and workers of the page run in it, links open outside of it. */
export function embedHtml(name: string, base: string, fragment: string): string {
  const source = `${base}?embed${fragment}`;
  const title = escapeMarkup(`${name} in the ATIP workbench`);
  return [
    `<iframe src="${escapeMarkup(source)}" title="${title}"`,
    '  width="100%" height="480" style="border: 1px solid #8884; border-radius: 6px" loading="lazy"',
    '  sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"></iframe>',
  ].join('\n');
}

/** Markdown that shows the badge, as it is named by {@link BADGE_NAME} beside it, as a link. */
export function badgeMarkdown(name: string, link: string): string {
  return `[![ATIP: ${escapeMarkdown(name)}](${BADGE_NAME})](${link})`;
}

export const BADGE_NAME = 'atip-badge.svg';

/** Width of a letter at 11 px, px; the text is fitted to what is computed with it. */
const LETTER = 6.6;
const HEIGHT = 20;
/** Letters of a name that are shown. */
const MAX_NAME = 40;

/** A badge such as READMEs have, with "ATIP" at its left and a name at its right; a picture that needs nothing else. */
export function badgeSvg(name: string): string {
  const shown = [...name].length > MAX_NAME ? `${[...name].slice(0, MAX_NAME - 1).join('')}…` : name;
  const left = partOf('ATIP', 0);
  const right = partOf(shown, left.width);
  const width = left.width + right.width;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${HEIGHT}" role="img" aria-label="ATIP: ${escapeMarkup(shown)}">`,
    `  <title>ATIP: ${escapeMarkup(shown)}</title>`,
    `  <clipPath id="r"><rect width="${width}" height="${HEIGHT}" rx="4"/></clipPath>`,
    '  <g clip-path="url(#r)">',
    `    <rect width="${left.width}" height="${HEIGHT}" fill="#3c3f4a"/>`,
    `    <rect x="${left.width}" width="${right.width}" height="${HEIGHT}" fill="#5246c4"/>`,
    '  </g>',
    '  <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">',
    `    ${left.text}`,
    `    ${right.text}`,
    '  </g>',
    '</svg>',
    '',
  ].join('\n');
}

function partOf(text: string, x: number): { readonly width: number; readonly text: string } {
  const length = Math.ceil([...text].length * LETTER);
  const width = length + 14;
  return {
    width,
    text: `<text x="${x + width / 2}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escapeMarkup(text)}</text>`,
  };
}

/** A session as a file: Import and a drop on the page open it again. */
export function sessionText(fragment: string): string {
  return `${JSON.stringify({ 'atip-session': fragment }, null, 2)}\n`;
}

const MARKUP: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => MARKUP[letter] ?? letter);
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\[\]!<>`*_]/g, String.raw`\$&`).replace(/\s+/g, ' ');
}
