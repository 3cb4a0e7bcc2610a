// The program that is attacked: a companion with settings of a test, which `atip serve` has no words for.
import { createInterface } from 'node:readline';
import { type CompanionSettings, startCompanion } from '../../../server/src/serve/start-companion.ts';

const settings: Omit<CompanionSettings, 'report'> = JSON.parse(process.argv[2] ?? '');
const companion = await startCompanion({
  ...settings,
  host: { ...settings.host, env: process.env },
  report: (error) => {
    process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  },
});
const printLink = (): void => {
  process.stdout.write(`${companion.issueLink()}\n`);
};
createInterface({ input: process.stdin }).on('line', printLink);
process.once('SIGTERM', () => {
  void companion.close().then(() => process.exit(0));
});
printLink();
