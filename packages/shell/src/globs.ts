import { compileGlob } from '@atip/core/internal';
import type { UnknownWord } from './types.ts';

/** False if no match of a glob can be this text: `*.ts` never becomes `-delete`. */
export function mayMatch({ text, reason, many, prefix }: UnknownWord, name: string): boolean {
  // Quotes, escapes, classes and braces are not read here.
  if (reason !== 'glob' || !many || !/^[\w\-.,/+:@%=*?]+$/.test(text)) return name.startsWith(prefix) || prefix === '';
  return compileGlob(text)?.(name) ?? true;
}
