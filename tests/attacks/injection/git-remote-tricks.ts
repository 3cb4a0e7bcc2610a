import type { Trick } from './trick.ts';

const REFUSED = { result: 'refused INVALID_FORMAT', layer: 'arguments' } as const;
const NEUTRALISED = { result: 'neutralised', layer: 'arguments' } as const;
const EXT = { GIT_ALLOW_PROTOCOL: 'ext:file:ssh' };

/** What values can make git do on its way to another repository. */
export const GIT_REMOTE_TRICKS: readonly Trick[] = [
  {
    title: 'clone: `--upload-pack=./sub/run`',
    call: 'git_clone',
    values: { repository: '--upload-pack=./sub/run', directory: '%OUTSIDE%/other.git' },
    byHand: 'wrote',
    ...REFUSED,
  },
  {
    title: 'clone: `-u./sub/run`',
    call: 'git_clone',
    values: { repository: '-u./sub/run', directory: '%OUTSIDE%/other.git' },
    byHand: 'wrote',
    ...REFUSED,
  },
  {
    title: 'clone: directory `--upload-pack=touch pwned;`',
    call: 'git_clone',
    values: { repository: '%OUTSIDE%/other.git', directory: '--upload-pack=touch pwned;' },
    byHand: 'wrote',
    ...NEUTRALISED,
  },
  {
    title: 'clone: `-ccore.sshCommand=touch pwned;`',
    call: 'git_clone',
    values: { repository: '-ccore.sshCommand=touch pwned;', directory: 'ssh://127.0.0.1/x' },
    byHand: 'wrote',
    ...REFUSED,
  },
  {
    title: 'clone: directory `-ccore.sshCommand=…` for a ssh address',
    call: 'git_clone',
    values: { repository: 'ssh://127.0.0.1/x', directory: '-ccore.sshCommand=touch pwned;' },
    byHand: 'wrote',
    ...NEUTRALISED,
  },
  {
    title: 'clone: an option that the document does not have, `upload-pack`',
    call: 'git_clone',
    values: { 'upload-pack': 'touch pwned;', repository: '.git', directory: 'copy' },
    byHand: 'wrote',
    result: 'refused EXTRA_PARAMETER',
    layer: 'arguments',
  },
  {
    title: 'clone: `ext::sh -c touch% pwned`',
    call: 'git_clone',
    values: { repository: 'ext::sh -c touch% pwned' },
    byHand: 'nothing',
    ...REFUSED,
  },
  {
    title: 'clone: `ext::…` where ext is allowed',
    call: 'git_clone',
    values: { repository: 'ext::sh -c touch% pwned' },
    env: EXT,
    byHand: 'wrote',
    ...REFUSED,
  },
  {
    title: 'clone: `ext::./run`, a file of the repository',
    call: 'git_clone',
    values: { repository: 'ext::./sub/run' },
    env: EXT,
    byHand: 'wrote',
    ...REFUSED,
  },
  {
    title: 'fetch: `EXT::…` in capitals',
    call: 'git_fetch',
    values: { repository: 'EXT::./sub/run' },
    env: EXT,
    byHand: 'nothing',
    ...REFUSED,
  },
  {
    title: 'clone: `ssh://-oProxyCommand=touch pwned/x`',
    call: 'git_clone',
    values: { repository: 'ssh://-oProxyCommand=touch%20pwned/x' },
    byHand: 'nothing',
    ...REFUSED,
  },
  {
    title: 'clone: `-oProxyCommand=touch pwned@host:x`',
    call: 'git_clone',
    values: { repository: '-oProxyCommand=touch%20pwned@host:x' },
    byHand: 'nothing',
    ...REFUSED,
  },
  {
    title: 'clone: `user@-oProxyCommand=…:x`',
    call: 'git_clone',
    values: { repository: 'user@-oProxyCommand=touch%20pwned:x' },
    byHand: 'nothing',
    ...REFUSED,
  },
  {
    title: 'clone: `file://` of a repository outside',
    call: 'git_clone',
    values: { repository: 'file://%OUTSIDE%/other.git', directory: 'pwned' },
    byHand: 'wrote',
    ...REFUSED,
  },
  {
    title: 'fetch: `ext::` where ext is allowed',
    call: 'git_fetch',
    values: { repository: 'ext::./sub/run' },
    env: EXT,
    byHand: 'wrote',
    ...REFUSED,
  },
  {
    title: 'fetch: `--upload-pack=./sub/run`',
    call: 'git_fetch',
    values: { repository: '--upload-pack=./sub/run', refspec: '.' },
    byHand: 'wrote',
    ...REFUSED,
  },
  {
    title: 'fetch: refspec `--upload-pack=touch pwned;`',
    call: 'git_fetch',
    values: { repository: '.', refspec: '--upload-pack=touch pwned;' },
    byHand: 'wrote',
    ...REFUSED,
  },
];
