/**
 * A CI log as it might be, with made-up secrets. Tokens are put together from pieces, so that no scanner takes this file
 * for a leak; each has the form of the real thing, and none has ever been one.
 */
const FILLER = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0';
const token = (prefix: readonly string[], length: number): string => prefix.join('') + FILLER.slice(0, length);

const GITHUB = token(['gh', 'p_'], 36);
const NPM = token(['np', 'm_'], 36);
const AWS = `${['AK', 'IA'].join('')}${FILLER.toUpperCase().slice(0, 16)}`;
const KEY_WORDS = ['RSA', 'PRIVATE', 'KEY'].join(' ');
const KEY_LINE = 'MIIEowIBAAKCAQEAn0t4r3alk3yB4tIts5hap3d1ik3One';

export const EXAMPLE_LOG: string = `2026-03-02T09:14:07Z ##[group]Set up job
2026-03-02T09:14:07Z Runner version 2.322.0, image ubuntu-24.04
2026-03-02T09:14:08Z git clone https://ci-bot:${GITHUB}@github.com/acme/shop.git
2026-03-02T09:14:11Z HEAD is now at 4f1c2aa Round prices to cents
2026-03-02T09:14:12Z ##[group]npm ci
2026-03-02T09:14:12Z //registry.npmjs.org/:_authToken=${NPM}
2026-03-02T09:14:31Z added 412 packages in 19s
2026-03-02T09:14:31Z ##[group]npm test
2026-03-02T09:14:33Z \u001b[32m✓\u001b[0m prices › rounds half up (3 ms)
2026-03-02T09:14:33Z \u001b[32m✓\u001b[0m prices › keeps the currency (1 ms)
2026-03-02T09:14:35Z \u001b[31m✗\u001b[0m checkout › pays with a stored card (204 ms)
2026-03-02T09:14:35Z   Error: connect ECONNREFUSED 10.0.3.17:5432
2026-03-02T09:14:35Z   DATABASE_URL=postgres://shop:correct-horse-battery@db.internal:5432/shop
2026-03-02T09:14:36Z ##[group]Upload report
2026-03-02T09:14:36Z AWS_ACCESS_KEY_ID=${AWS}
2026-03-02T09:14:36Z curl -H "Authorization: Bearer ${GITHUB}" https://api.github.com/repos/acme/shop
2026-03-02T09:14:37Z deploy key of staging:
-----BEGIN ${KEY_WORDS}-----
${KEY_LINE}
${KEY_LINE}
-----END ${KEY_WORDS}-----
2026-03-02T09:14:38Z customer of the failed order: CUST-204817
2026-03-02T09:14:38Z ##[error]Process completed with exit code 1
`;
