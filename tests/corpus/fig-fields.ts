/** A record of a Fig specification: foreign data, so every field is looked at before it is believed. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What Fig writes as one thing or a list of things. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

export function recordsOf(value: unknown): Fields[] {
  return listOf(value).filter(isFields);
}

/** The texts among them, trimmed, each once and none empty. */
export function textsOf(value: unknown): string[] {
  const texts = listOf(value).filter((text) => typeof text === 'string');
  return [...new Set(texts.map((text) => text.trim()))].filter((text) => text !== '');
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}
