import type { SecretRule } from './secret-rule.ts';

/**
 * Secrets on the command line of a known program, and in the files of such programs.
 *
 * A program's name is looked for up to 256 units before its option, on the same line and in the same pipeline.
 */
export const COMMAND_RULES: readonly SecretRule[] = [
  {
    name: 'curl-user',
    hint: 'curl',
    pattern:
      /((?:-u|-U|--user|--proxy-user)(?<=(?<![\w-])curl(?:[ \t][^\n|]{0,256})?[ \t]-{1,2}[\w-]{1,10})[ \t=]{0,3}["']?[^\s:"']{1,128}:)[^\s"']{1,1024}/g,
  },
  {
    name: 'mysql-password',
    pattern:
      /(-p(?<=(?<![\w-])(?:mysql(?:dump|admin|import|show)?|mariadb(?:-dump|-admin)?)(?:[ \t][^\n|]{0,256})?[ \t]-p)["']?)[^\s"']{1,256}/g,
  },
  {
    name: 'sshpass-password',
    hint: 'sshpass',
    pattern: /(sshpass(?<![\w-]sshpass)[ \t]{1,3}-p[ \t]{0,3}["']?)[^\s"']{1,256}/g,
  },
  {
    name: 'netrc-password',
    hint: 'login',
    pattern:
      /(login(?<=(?:(?<![^\n])[ \t]{0,8}|(?<![\w-])(?:machine[ \t]{1,8}\S{1,256}|default)[ \t]{1,8})login)[ \t]{1,8}\S{1,256}[ \t]{1,8}password[ \t]{1,8})\S{1,1024}/g,
  },
  // host:port:database:user:password; the port has four digits or more, or a line of `grep -n` would look the same.
  {
    name: 'pgpass-password',
    pattern:
      /(:(?:\d{4,5}|\*):(?<=(?<![^\n])[^\s:#/]{1,255}:(?:\d{4,5}|\*):)[A-Za-z_*][^\s:]{0,62}:[A-Za-z_*][^\s:]{0,62}:)[^\s:]{1,1024}(?=\n|$)/g,
  },
];
