import { homedir, tmpdir } from 'node:os';
import { ROOT } from '../architecture/read-imports.ts';

/** What may stand in no published file. The shapes are those of real secrets; examples in our own texts are shorter or say so. */
const UNWANTED: readonly (readonly [what: string, shape: RegExp])[] = [
  ['a source map', /[#@] sourceMappingURL=(?!data:)\S/],
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----\s+[A-Za-z0-9+/=]{40}/],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b|:_authToken=\S{8}/],
  ['a token of a forge', /\bgh[pousr]_[A-Za-z0-9]{36}\b|\bglpat-[\w-]{20}\b/],
  ['a key of a provider', /\bsk-(?:ant|proj)-[\w-]{40}|\bAIza[\w-]{35}\b|\bAKIA[A-Z2-7]{16}\b/],
];

/**
 * What a published file says that it must not: a path of this machine, a secret, a source map that is not there.
 *
 * @param places directories of this machine, beside the repository, the home and the temporary directory
 */
export function unwantedText(text: string, places: readonly string[]): readonly string[] {
  const ours = [ROOT, homedir(), ...places].filter((place) => place.length > 1);
  const paths = ours.filter((place) => text.includes(`${place}/`)).map((place) => `the path ${place}`);
  // Tests use it; a program that asks for it by name says so without a slash and a name behind it.
  const temporary = new RegExp(`${tmpdir().replaceAll('.', '\\.')}/atip-`).test(text) ? ['a temporary directory'] : [];
  return [...paths, ...temporary, ...UNWANTED.filter(([, shape]) => shape.test(text)).map(([what]) => what)];
}
