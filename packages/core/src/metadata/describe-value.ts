const SHOWN_LENGTH = 40;

/** Names a value's kind, and shows short ones: `the number 5`, `the text "yes"`, `a list`, `an object`. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') {
    return `the text ${quote(value)}`;
  }
  if (Array.isArray(value)) {
    return value.length === 0 ? 'an empty list' : 'a list';
  }
  if (typeof value === 'object' && value !== null) {
    return 'an object';
  }
  return typeof value === 'number' ? `the number ${value}` : String(value);
}

/** A text in quotes, cut after 40 characters, with everything invisible escaped. */
export function quote(text: string): string {
  const shown = text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
  return JSON.stringify(shown).replace(
    /[\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  number: 'a number',
  integer: 'a whole number',
  array: 'a list',
  object: 'an object',
  null: 'null',
};

/** Names JSON Schema types in words: `['integer', 'null']` → `a whole number or null`. */
export function describeTypes(types: readonly string[]): string {
  return types.map((type) => TYPE_NAMES[type] ?? type).join(' or ');
}
