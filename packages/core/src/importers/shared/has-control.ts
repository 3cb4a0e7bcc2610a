/** Whether a text has a character that no command line has. */
export function hasControl(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
