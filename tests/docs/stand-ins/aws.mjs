// why: a bucket needs an account; checked is that what is synchronised is there, and that the target is a bucket
import { existsSync } from 'node:fs';

const [service, command, from = '', to = '', ...rest] = process.argv.slice(2);
const isKnown = service === 's3' && command === 'sync' && rest.length === 0;
if (!isKnown || !existsSync(from) || !/^s3:\/\/[a-z\d.-]{3,63}(?:\/|$)/.test(to)) {
  process.stderr.write(
    'aws: only "aws s3 sync DIRECTORY s3://BUCKET" is known here, and the directory has to exist.\n',
  );
  process.exitCode = 1;
}
