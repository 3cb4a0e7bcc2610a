// The companion as a process of its own for the bench: one line with its link on stdout, as `atip serve` prints it.
import { startCompanion } from '@atip/companion';

const companion = await startCompanion({
  port: 0,
  cwd: process.cwd(),
  probes: [],
  env: process.env,
  report: (error) => process.stderr.write(`${String(error)}\n`),
});
process.stdout.write(`${companion.issueLink()}\n`);
process.on('SIGTERM', () => {
  companion.close().then(() => process.exit(0));
});
// What memory is kept shows only after what is not has been collected.
process.on('SIGUSR2', () => {
  globalThis.gc?.();
  process.stdout.write(`${process.memoryUsage.rss()}\n`);
});
