import type { SecretRule } from './match-finder.ts';
import { NO_ARGUMENT } from './secret-value.ts';

/** From a program to its option: up to 256 UTF-16 units on the same line and in the same pipeline. */
const ARGUMENTS = '(?:[ \\t][^\\n|]{0,256}?)??[ \\t]';
/** Between an option and its value, and where a value may also follow at once. */
const [APART, CLOSE] = ['[ \\t=]{1,3}["\']?(?!-)', '[ \\t=]{0,3}["\']?(?!-)'];
/** The name before a password. */
const USER = '[^\\s:%,"\']{1,128}';

/** By the rule's name: programs, and their option up to the secret. */
const OPTIONS: readonly (readonly [name: string, programs: string, option: string])[] = [
  ['curl-user', 'curl', `(?:-u|--user)${CLOSE}${USER}:`],
  ['curl-proxy-user', 'curl', `(?:-U|--proxy-user)${CLOSE}${USER}:`],
  [
    'mysql-password',
    'mysql(?:dump|admin|import|show|check|pump|sh)?|mariadb(?:-dump|-admin|-check)?|mycli',
    '-p["\']?(?!-[ \\t])',
  ],
  ['mongo-password', 'mongo(?:sh|dump|restore|export|import)?', `-p${APART}`],
  ['database-password', 'cqlsh|cypher-shell|arangosh|rabbitmqadmin', `-p${APART}`],
  ['upload-password', 'twine|evil-winrm|nxc|netexec|crackmapexec', `-p${APART}`],
  ['server-password', 'sqlcmd|bcp|tsql|ipmitool|mosquitto_(?:pub|sub|rr)', `-P${CLOSE}`],
  ['sshpass-password', 'sshpass', `-p${CLOSE}`],
  ['putty-password', '(?:plink|pscp|psftp|putty)(?:\\.exe)?', `-pw${APART}`],
  ['samba-password', 'smb(?:client|get|cacls|tree|map)|rpcclient|winexe|net|wmic', `(?:-U|--user)${CLOSE}${USER}%`],
  ['lftp-password', 'lftp', `-u${APART}${USER},`],
  ['archive-password', '(?:7z[arz]?|rar|unrar)(?:\\.exe)?', '-h?p["\']?(?!-[ \\t])'],
  ['zip-password', '(?:un)?zip|zipcloak|bsdtar', `(?:-P|--passphrase)${CLOSE}`],
  ['pdf-password', 'pdfto(?:text|ppm|cairo)|pdfimages|pdfinfo|pdftk', `(?:-[uo]pw|(?:user|owner|input)_pw)${APART}`],
  ['htpasswd-password', 'htpasswd', '-\\w{0,4}b\\w{0,4}(?:[ \\t]{1,3}[^\\s-]\\S{0,255}){1,2}[ \\t]{1,3}["\']?'],
  ['vault-login', 'vault[ \\t]{1,3}login', '["\']?(?=[\\w.-]{12})(?![^\\s=]{1,64}=|-)'],
  ['redis-password', 'redis-cli', `(?:-a|--pass)${APART}`],
  ['login-password', '(?:docker|podman|nerdctl|buildah|skopeo|registry|auth|az|oc)[ \\t]{1,4}login', `-p${APART}`],
  ['ldap-password', 'ldap[a-z]{3,10}', `-w${APART}`],
  ['snmp-password', 'snmp[a-z]{3,12}', `-[AX]${APART}`],
  ['remote-desktop-password', '[xw]?freerdp3?', '/p:["\']?'],
];

/** Secrets after an option that only they have, and in files. */
const IN_FILES: readonly SecretRule[] = [
  // Of Java's programs, which take two of them.
  {
    name: 'java-password',
    pattern: /(-(?:store|key|(?:src|dest)(?:store|key)|new)pass[ \t]{1,3}["']?(?!-))[^\s"']{1,1024}/y,
  },
  {
    name: 'netrc-password',
    pattern:
      /(login(?<=(?:(?<![^\n])[ \t]{0,8}|(?<![\w-])(?:machine[ \t]{1,8}\S{1,256}|default)[ \t]{1,8})login)[ \t]{1,8}\S{1,256}[ \t]{1,8}password[ \t]{1,8})\S{1,1024}/y,
  },
  // host:port:database:user:password; without a check of the port, a line of `grep -n` would match.
  {
    name: 'pgpass-password',
    pattern:
      /(:(?:[15]?543[2-9]|6432|6543|25060|26257|\*):(?<=(?<![^\n])[^\s:#/]{1,255}:(?:\d{4,5}|\*):)[A-Za-z_*][^\s:]{0,62}:[A-Za-z_*][^\s:]{0,62}:)[^\s:]{1,1024}(?=\n|$)/y,
  },
];

/** Secrets on the command line of a known program, and in the files of such programs. */
export const COMMAND_RULES: readonly SecretRule[] = [
  ...OPTIONS.map(([name, programs, option]) => ({
    name,
    pattern: new RegExp(`((?<![\\w-])(?:${programs})${ARGUMENTS}${option})[^\\s"']{1,1024}`, 'y'),
  })),
  ...IN_FILES,
].map((rule) => ({ ...rule, unless: NO_ARGUMENT }));
