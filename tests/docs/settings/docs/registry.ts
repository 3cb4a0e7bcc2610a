import type { PageSettings } from '../../page-settings.ts';

const tool = (name: string): string =>
  JSON.stringify({ atip: { version: '0.4' }, name, version: '1.0', description: `The team's ${name}` });

export const settings: PageSettings = {
  files: { 'work/tools/deploy.json': tool('deploy'), 'work/tools/status.json': tool('status') },
  // A clone of a repository on another machine, which is a folder here.
  before: `
    git init --quiet --bare ~/origin.git
    git init --quiet && git remote add origin ~/origin.git
    git commit --quiet --allow-empty --message=Begin
    git push --quiet --set-upstream origin main`,
  standIns: { aws: 'aws.mjs', ssh: 'ssh.mjs' },
};
