import { expect, test } from 'vitest';
import { namesCredential } from './secret-value.ts';

test.each([
  ...[
    'GITHUB_TOKEN',
    'OPENAI_API_KEY',
    'AWS_SECRET_ACCESS_KEY',
    'PGPASSWORD',
    'MYSQL_PWD',
    'SSHPASS',
    'DB_PASS',
    'GH_PAT',
  ],
  ...[
    'SECRET_KEY_BASE',
    'GOOGLE_CREDENTIALS',
    'DOCKER_AUTH',
    'CI_JOB_JWT',
    'SENTRY_DSN',
    'SSH_KEY',
    'SLACK_WEBHOOK_URL',
  ],
])('%s is the name of a credential', (name) => {
  expect(namesCredential(name)).toBe(true);
});

test.each([
  ...['PATH', 'PWD', 'OLDPWD', 'SSH_AUTH_SOCK', 'MAX_TOKENS', 'TOKENIZERS_PARALLELISM', 'PASSWORD_FILE', 'KEYBOARD'],
  ...[
    'AWS_ACCESS_KEY_ID',
    'PUBLIC_KEY',
    'GPG_KEY',
    'CACHE_KEY',
    'XDG_SESSION_ID',
    'GIT_AUTHOR_NAME',
    'COMPASS',
    'NODE_ENV',
  ],
])('%s is none', (name) => {
  expect(namesCredential(name)).toBe(false);
});
