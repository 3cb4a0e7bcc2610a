import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

/**
 * Returns the text of a tool's result for a model. A note replaces anything that is not text. Structured content replaces missing
 * texts.
 * Shape: `[{ type: "text", text: "a" }, { type: "image", mimeType: "image/png", data }]` → `"a\n[image/png of 1204 bytes is left out]"`
 */
export function textOfResult({ content, structuredContent }: CallToolResult): string {
  const parts = content.map((part) => {
    if (part.type === 'text') return part.text;
    if (part.type === 'resource_link') return `[${part.name}: ${part.uri}]`;
    if (part.type !== 'resource') return leftOut(part.mimeType, part.data);
    const { resource } = part;
    return 'text' in resource ? resource.text : leftOut(resource.mimeType, resource.blob);
  });
  if (parts.length > 0 || structuredContent === undefined) return parts.join('\n');
  return JSON.stringify(structuredContent);
}

function leftOut(type: string | undefined, data: string): string {
  return `[${type ?? 'data'} of ${Math.floor((data.length * 3) / 4)} bytes is left out]`;
}
