import type { Parameter } from '../commands/parameters.ts';
import { refusal } from './refuse.ts';

/** One value as it will stand on the command line. */
export interface ValueText {
  readonly text: string;
  /** One of the values that the metadata lists: no injection, whatever it starts with. */
  readonly authored: boolean;
}

/**
 * The texts of one parameter's checked value; a list has one per item.
 *
 * Shape: `["a", 5]` → `[{ text: "a", authored: false }, { text: "5", authored: false }]`.
 * A path that starts with `@` becomes `./@x`: compilers, curl and their like would read the file `x` and take what is in
 * it for their arguments. Other texts may start with it (`@scope/package`), unless the metadata says `x-at-file`.
 *
 * @throws ArgumentValidationError when a value is neither text nor number, or would make the program read a file
 */
export function valueTexts({ source, key }: Parameter, value: unknown): ValueText[] {
  const authored = new Set<unknown>(Array.isArray(source.enum) ? source.enum.map(toText) : []);
  const items: readonly unknown[] = Array.isArray(value) ? value : [value];
  return items.map((item) => {
    const text = toText(item);
    if (text === undefined) throw refusal(key, 'is neither text nor a number');
    if (authored.has(text)) return { text, authored: true };
    if (!text.startsWith('@')) return { text, authored: false };
    if (isPath(source)) return { text: `./${text}`, authored: false };
    if (source['x-at-file'] === true) throw refusal(key, 'must not start with "@": the program would read that file');
    return { text, authored: false };
  });
}

/** Whether a parameter names a file or directory, so that `./` before it changes nothing. */
export function isPath({ type }: Parameter['source']): boolean {
  return type === 'file' || type === 'directory';
}

function toText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value) ? String(value) : undefined;
}
