/** Licences whose conditions we keep by naming them in the notices. Another one is a decision. */
const ALLOWED: ReadonlySet<string> = new Set(['Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']);

/**
 * Whether a package may be shipped under its licence.
 *
 * Shape: `MIT`, `(MPL-2.0 OR Apache-2.0)`: one of them is enough; `MIT AND ISC`: all of them are needed. Anything deeper is refused.
 *
 * @param expression SPDX; absent: nothing is known, so it may not
 */
export function isAllowedLicence(expression: string | undefined): boolean {
  const plain = expression?.replace(/^\((.*)\)$/, '$1') ?? '';
  if (plain.includes(' OR ')) return plain.split(' OR ').some(isEveryAllowed);
  return isEveryAllowed(plain);
}

function isEveryAllowed(expression: string): boolean {
  return expression.split(' AND ').every((name) => ALLOWED.has(name));
}
