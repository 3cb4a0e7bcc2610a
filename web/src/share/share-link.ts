import type { ShareState } from '@atip/share';
import { PROVIDER_LABELS } from '../document/providers.ts';
import { type WorkingCopy, activeDocument } from '../document/working-copy.ts';

/**
 * The content of a link. Texts that were pasted or typed to be tried never travel.
 *
 * @param everyDocument all open documents instead of the one that is shown
 */
export function shareStateOf(copy: WorkingCopy, everyDocument = false): ShareState {
  const shown = activeDocument(copy);
  const others = everyDocument ? copy.documents.filter((document) => document !== shown) : [];
  return {
    documents: [shown, ...others].map(({ name, text }) => ({ name, text })),
    provider: copy.provider,
    panel: copy.tab,
    strict: copy.strict || undefined,
    filter: shown.filter,
    policy: copy.policy && { ...copy.policy },
  };
}

/** The provider in words: `"for OpenAI, strict"`. */
export function targetWords({ provider, strict }: WorkingCopy): string {
  return `for ${PROVIDER_LABELS[provider]}${strict ? ', strict' : ''}`;
}

/** Places where a link of this length cannot be pasted. Discord: one message; GitHub: the address of a new issue. */
export function tooLongFor(length: number): readonly string[] {
  const places = length > 2000 ? ['a Discord message'] : [];
  return length > 8195 ? [...places, 'the address of a GitHub issue'] : places;
}

export const USUAL_PORT = 4170;

/** A frame that shows the state read-only. Scripts and workers of the page run in it, links open outside of it. */
export function embedHtml(name: string, base: string, fragment: string): string {
  const source = escapeMarkup(`${base}?embed${fragment}`);
  const title = escapeMarkup(`${name} in the ATIP workbench`);
  return [
    `<iframe src="${source}" title="${title}"`,
    '  width="100%" height="480" style="border: 1px solid #8884; border-radius: 6px" loading="lazy"',
    '  sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"></iframe>',
  ].join('\n');
}

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
