#!/usr/bin/env node
import { openBrowser } from './serve/open-browser.ts';
import { runCompanion } from './serve/run-companion.ts';

const { env, platform, stdin, stdout, stderr } = process;

await runCompanion({
  args: process.argv.slice(2),
  cwd: process.cwd(),
  env,
  platform,
  stdin,
  stdout,
  stderr,
  onStop: (listener) => {
    process.on('SIGINT', listener);
    process.on('SIGTERM', listener);
  },
  exit: (code) => process.exit(code),
  openBrowser: (url, onFailure) => openBrowser(url, platform, onFailure),
});
