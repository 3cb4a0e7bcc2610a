/**
 * Made-up secrets for tests, put together from pieces so that no scanner takes this file for a leak.
 */
const LOWER = 'a1b2c3d4e5f6g7h8i9j0k1l2m3n4o5p6q7r8s9t0';
const HEX = '0a1b2c3d4e5f60718293a4b5c6d7e8f90a1b2c3d4e5f60718293a4b5c6d7e8f9';

/** One secret for each rule that goes by a prefix, under the rule's name. */
export const PREFIXED_SECRETS: readonly (readonly [string, string])[] = [
  ['github-token', `ghp${'_'}${LOWER.slice(0, 36)}`],
  ['github-token', `ghr${'_'}${LOWER.slice(0, 36)}`],
  ['github-fine-grained-token', `github${'_pat_'}${LOWER.slice(0, 22)}_${LOWER}`],
  ['gitlab-token', `glpat${'-'}${LOWER.slice(0, 20)}`],
  ['aws-access-key-id', `AKIA${LOWER.slice(0, 16).toUpperCase()}`],
  ['slack-token', `xoxb${'-'}123456789012-${LOWER.slice(0, 24)}`],
  ['slack-app-token', `xapp${'-'}1-A0B1C2-${LOWER}`],
  ['slack-webhook', `hooks.slack.com${'/'}services/T0A1B2C3D/B0A1B2C3D/${LOWER.slice(0, 24)}`],
  ['stripe-key', `sk${'_live_'}${LOWER.slice(0, 24)}`],
  ['stripe-webhook-secret', `whsec${'_'}${LOWER.slice(0, 32)}`],
  ['npm-token', `npm${'_'}${LOWER.slice(0, 36)}`],
  ['pypi-token', `pypi${'-AgE'}${LOWER}${LOWER}`],
  ['anthropic-key', `sk${'-ant-'}api03-${LOWER}`],
  ['openai-key', `sk${'-proj-'}${LOWER}`],
  ['google-api-key', `AIza${LOWER.slice(0, 35)}`],
  ['google-oauth-token', `ya29${'.'}${LOWER}`],
  ['google-client-secret', `GOCSPX${'-'}${LOWER.slice(0, 28)}`],
  ['huggingface-token', `hf${'_'}${LOWER.slice(0, 34)}`],
  ['digitalocean-token', `dop${'_v1_'}${HEX}`],
  ['sendgrid-key', `SG${'.'}${LOWER.slice(0, 22)}.${LOWER.slice(0, 36)}`],
  ['twilio-key', `SK${HEX.slice(0, 32)}`],
  ['mailgun-key', `key${'-'}${HEX.slice(0, 32)}`],
  ['telegram-token', `123456789${':AA'}${LOWER.slice(0, 33)}`],
  ['discord-token', `M${LOWER.slice(0, 23)}.${LOWER.slice(0, 6)}.${LOWER.slice(0, 30)}`],
  ['shopify-token', `shpat${'_'}${HEX.slice(0, 32)}`],
  ['square-token', `sq0atp${'-'}${LOWER.slice(0, 22)}`],
  ['atlassian-token', `ATATT3${LOWER}${LOWER}`],
  ['linear-key', `lin${'_api_'}${LOWER}`],
  ['notion-token', `ntn${'_'}${LOWER}`],
  ['vault-token', `hvs${'.'}${LOWER.slice(0, 24)}`],
  ['docker-token', `dckr${'_pat_'}${LOWER.slice(0, 27)}`],
  ['doppler-token', `dp${'.pt.'}${LOWER}`],
  ['databricks-token', `dapi${HEX.slice(0, 32)}`],
  ['age-secret-key', `AGE-SECRET-KEY${'-1'}${`${LOWER}${LOWER}`.slice(0, 58).toUpperCase()}`],
  ['jwt', `eyJ${LOWER.slice(0, 20)}.eyJ${LOWER}.${LOWER}`],
];

const KEY_BODY = Array.from({ length: 6 }, (_, line) => `MII${line}${LOWER}${LOWER}`.slice(0, 64));

/** A private key over several lines; each line of its body is a secret. */
export const PRIVATE_KEY: readonly string[] = [
  `-----BEGIN RSA PRIVATE${' KEY-----'}`,
  ...KEY_BODY,
  'c2hvcnQ=',
  `-----END RSA PRIVATE${' KEY-----'}`,
];
