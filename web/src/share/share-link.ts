import type { ShareState } from '@atip/share';
import { activeDocument, type WorkingCopy } from '../document/working-copy.ts';

/** The content of a link: the shown document. Texts that were pasted or typed to be tried never travel. */
export function shareStateOf(copy: WorkingCopy): ShareState {
  const { provider, beside, strict, tab: panel, policy } = copy;
  const { name, text, filter } = activeDocument(copy);
  return {
    documents: [{ name, text }],
    provider,
    beside,
    panel,
    filter,
    strict: strict || undefined,
    policy: policy && { ...policy },
  };
}

/** A frame that shows the state read-only. Scripts and workers of the page run in it, links open outside of it. */
export function embedHtml(name: string, base: string, fragment: string): string {
  const escaped = (text: string): string => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
  return [
    `<iframe src="${escaped(`${base}?embed${fragment}`)}" title="${escaped(`${name} in the ATIP workbench`)}"`,
    '  width="100%" height="480" style="border: 1px solid #8884; border-radius: 6px" loading="lazy"',
    '  sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"></iframe>',
  ].join('\n');
}
