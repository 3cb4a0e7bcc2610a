import type { Trick } from './trick.ts';

const NEUTRALISED = { result: 'neutralised', layer: 'arguments' } as const;
const ASKED = { result: 'refused CONFIRMATION', layer: 'policy' } as const;
const CREATE = { call: 'tar_--create' } as const;
const EXTRACT = { call: 'tar_--extract', approved: true } as const;
const LIST = { call: 'tar_--list' } as const;
/** What tar says when it takes the text before a colon for another machine and looks for it. */
const REMOTE = /remote shell|Cannot connect|Connection refused|resolve/i;

/** What values can make tar do. */
export const TAR_TRICKS: readonly Trick[] = [
  {
    title: 'extract: member `--to-command=touch pwned`',
    ...EXTRACT,
    values: { archive: 'plain.tar', members: ['--to-command=touch pwned'] },
    byHand: 'wrote',
    ...NEUTRALISED,
  },
  {
    title: 'create: members `--checkpoint=1`, `--checkpoint-action=exec=touch pwned`',
    ...CREATE,
    values: { archive: 'new.tar', members: ['in', '--checkpoint=1', '--checkpoint-action=exec=touch pwned'] },
    byHand: 'wrote',
    ...NEUTRALISED,
  },
  {
    title: 'create: member `-Itouch pwned;cat`',
    ...CREATE,
    values: { archive: 'new.tar', members: ['in', '-Itouch pwned;cat'] },
    byHand: 'wrote',
    ...NEUTRALISED,
  },
  {
    title: 'create: member `--use-compress-program=in/run`',
    ...CREATE,
    values: { archive: 'new.tar', members: ['in', '--use-compress-program=in/run'] },
    byHand: 'wrote',
    ...NEUTRALISED,
  },
  {
    title: 'list: member `--use-compress-program=in/run`',
    ...LIST,
    values: { archive: 'plain.tar', members: ['--use-compress-program=in/run'] },
    byHand: 'wrote',
    ...NEUTRALISED,
  },
  {
    title: 'list: an option that the document does not have, `use-compress-program`',
    ...LIST,
    values: { archive: 'plain.tar', 'use-compress-program': 'in/run' },
    byHand: 'wrote',
    result: 'refused EXTRA_PARAMETER',
    layer: 'arguments',
  },
  {
    title: 'list: member `--index-file=pwned`',
    ...LIST,
    values: { archive: 'plain.tar', members: ['--index-file=pwned', '-v'] },
    byHand: 'wrote',
    ...NEUTRALISED,
  },
  {
    title: 'create: member `--remove-files`, which deletes',
    ...CREATE,
    values: { archive: 'new.tar', members: ['victim.txt', '--remove-files'] },
    byHand: 'changed',
    ...NEUTRALISED,
  },
  {
    title: 'create: member `-C…`, another directory',
    ...CREATE,
    values: { archive: '-', members: ['in', '-C%HOME%', '.ssh'] },
    byHand: 'leaked',
    ...NEUTRALISED,
  },
  {
    title: 'list: archive `127.0.0.1:x.tar`, another machine',
    ...LIST,
    values: { archive: '127.0.0.1:x.tar' },
    sign: REMOTE,
    byHand: 'reached',
    ...NEUTRALISED,
  },
  {
    title: 'list: archive `user@127.0.0.1:/x.tar`',
    ...LIST,
    values: { archive: 'user@127.0.0.1:/x.tar' },
    sign: REMOTE,
    byHand: 'reached',
    ...NEUTRALISED,
  },
  {
    title: 'create: archive on another machine',
    ...CREATE,
    values: { archive: '127.0.0.1:/x.tar', members: ['in'] },
    sign: REMOTE,
    byHand: 'reached',
    ...NEUTRALISED,
  },
  {
    title: 'list: archive on another machine, member `--rsh-command=in/run`',
    ...LIST,
    values: { archive: '127.0.0.1:x.tar', members: ['--rsh-command=in/run'] },
    byHand: 'wrote',
    ...NEUTRALISED,
  },
  {
    title: 'extract: an archive with a member `../pwned-up`',
    ...EXTRACT,
    values: { archive: 'up.tar' },
    byHand: 'nothing',
    ...NEUTRALISED,
  },
  {
    title: 'extract: the same and member `-P`',
    ...EXTRACT,
    values: { archive: 'up.tar', members: ['-P'] },
    byHand: 'wrote',
    ...NEUTRALISED,
  },
  {
    title: 'extract: an archive with an absolute member and member `-P`',
    ...EXTRACT,
    values: { archive: 'absolute.tar', members: ['-P'] },
    byHand: 'wrote',
    ...NEUTRALISED,
  },
  {
    title: 'create: the key in HOME',
    ...CREATE,
    values: { archive: '-', members: ['%HOME%/.ssh'] },
    byHand: 'leaked',
    result: 'neutralised',
    layer: 'sandbox',
  },
  {
    title: 'extract: over a file that is there',
    call: 'tar_--extract',
    values: { archive: 'victim.tar' },
    byHand: 'changed',
    ...ASKED,
  },
  {
    title: 'extract: into a directory outside',
    ...EXTRACT,
    values: { archive: 'named.tar', directory: '../outside' },
    byHand: 'wrote',
    result: 'neutralised',
    layer: 'sandbox',
  },
  {
    title: 'extract: `directory` with a list',
    ...EXTRACT,
    values: { archive: 'plain.tar', directory: ['.', '--to-command=touch pwned'] },
    byHand: 'nothing',
    result: 'refused INVALID_TYPE',
    layer: 'arguments',
  },
];
