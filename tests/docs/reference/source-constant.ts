import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../architecture/read-imports.ts';

/**
 * Reads a number that the sources name, whether or not they export it: a limit stands in the reference as it stands in the code.
 *
 * @param file from the repository's root
 * @param name also of a field: `LIMITS.running`
 * @throws Error when the file has no such constant, or it is no product of plain numbers
 */
export function sourceConstant(file: string, name: string): number {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const [constant = '', field] = name.split('.');
  const start = `^(?:export )?const ${constant}(?:: \\w+)? = `;
  const rest = field === undefined ? '([\\d_* ]+);' : `\\{[^}]*?\\b${field}: ([\\d_* ]+)[,}\\s]`;
  const value = new RegExp(start + rest, 'm').exec(text)?.[1];
  const factors = (value ?? '').split('*').map((factor) => Number(factor.trim().replaceAll('_', '') || Number.NaN));
  const product = factors.reduce((all, factor) => all * factor, 1);
  if (!Number.isSafeInteger(product)) throw new Error(`${file} has no plain number called ${name}.`);
  return product;
}
