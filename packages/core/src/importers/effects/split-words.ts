/** Names are short; of a long one the beginning says what it does. */
const MAX_NAME = 200;

/**
 * The words of a name, in lower case.
 *
 * Shape: `"delete-queue"` → `["delete", "queue"]`; `"toJSON"` → `["to", "json"]`; `"sites:delete"` → `["sites", "delete"]`.
 * Limits: the first 200 characters.
 */
export function splitWords(name: string): string[] {
  return name
    .slice(0, MAX_NAME)
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((word) => word !== '');
}
