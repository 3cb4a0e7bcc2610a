/** How the bench starts Chromium: as the end-to-end tests do. */
export const BROWSER: { readonly executablePath: string; readonly args: readonly string[] } = {
  executablePath: process.env['CHROME_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--no-first-run', '--disable-sync'],
};
