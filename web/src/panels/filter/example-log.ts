/**
 * A CI log with made-up secrets. Tokens are put together from pieces, so that no scanner takes this file for a leak; each
 * has the form of the real thing, and none has ever been one.
 */
const FILLER = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0';
const GITHUB = `${['gh', 'p_'].join('')}${FILLER.slice(0, 36)}`;
const NPM = `${['np', 'm_'].join('')}${FILLER.slice(0, 36)}`;
const AWS = `${['AK', 'IA'].join('')}${FILLER.toUpperCase().slice(0, 16)}`;
const KEY_WORDS = ['RSA', 'PRIVATE', 'KEY'].join(' ');

export const EXAMPLE_LOG: string = `2026-03-02T09:14:08Z git clone https://ci-bot:${GITHUB}@github.com/acme/shop.git
2026-03-02T09:14:12Z //registry.npmjs.org/:_authToken=${NPM}
2026-03-02T09:14:31Z added 412 packages in 19s
2026-03-02T09:14:33Z \u001b[32m✓\u001b[0m prices › rounds half up (3 ms)
2026-03-02T09:14:35Z   DATABASE_URL=postgres://shop:correct-horse-battery@db.internal:5432/shop
2026-03-02T09:14:36Z AWS_ACCESS_KEY_ID=${AWS}
2026-03-02T09:14:36Z curl -H "Authorization: Bearer ${GITHUB}" https://api.github.com/repos/acme/shop
-----BEGIN ${KEY_WORDS}-----
MIIEowIBAAKCAQEAn0t4r3alk3yB4tIts5hap3d1ik3One
-----END ${KEY_WORDS}-----
2026-03-02T09:14:38Z customer of the failed order: CUST-204817
2026-03-02T09:14:38Z ##[error]Process completed with exit code 1
`;
