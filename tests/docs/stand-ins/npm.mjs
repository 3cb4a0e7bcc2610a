// why: installing needs the npm registry, and npm start, npm test and builds take minutes; checked is that what is asked for exists
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execFileSync } from 'node:child_process';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** Options of ours in front of `--`, with whether a value follows. */
const OPTIONS = {
  '-w': true,
  '--workspace': true,
  '--prefix': true,
  '--global': false,
  '-g': false,
  '--silent': false,
};

const all = process.argv.slice(2);
const end = all.includes('--') ? all.indexOf('--') : all.length;
const passed = all.slice(end + 1);
const given = new Map();
const words = [];
for (let index = 0; index < end; index++) {
  const word = all[index];
  if (!word.startsWith('-')) words.push(word);
  else if (!(word in OPTIONS)) refuse(`the option ${word} is not known here`);
  else given.set(word, OPTIONS[word] ? all[++index] : '');
}
const [command = '', ...names] = words;
const manifest = readManifest(ROOT);
const workspace = given.get('-w') ?? given.get('--workspace');
if (workspace !== undefined && !manifest.workspaces.includes(workspace)) refuse(`there is no workspace ${workspace}`);

if (command === 'start' || command === 'test') checkScript(command);
else if (command === 'run' && names.length === 1) checkScript(names[0]);
else if (command === 'ci' && names.length === 0) checkFile('package-lock.json');
else if (command === 'install' || command === 'i')
  names.length === 0 ? checkFile('package.json') : names.forEach(checkPackage);
else if (command === 'link' || command === 'pack') workspace ?? refuse('a workspace is missing');
else refuse('this is none of the commands known here');

function checkScript(name) {
  if (!(name in manifest.scripts)) refuse(`package.json has no script ${name}`);
  if (name !== 'start') return;
  // npm start hands its options to atip serve.
  const help = execFileSync('/home/node_modules/.bin/atip', ['serve', '--help'], { encoding: 'utf8' });
  for (const option of passed.filter((word) => word.startsWith('--')))
    if (!new RegExp(`${option}[ ,\\n]`).test(help)) refuse(`atip serve has no option ${option}`);
}

function checkFile(name) {
  const folder = given.get('--prefix') ?? '.';
  // A page of the repository may speak of a clone although its session is elsewhere.
  if (!existsSync(resolve(folder, name)) && !existsSync(join(ROOT, folder, name))) refuse(`${folder} has no ${name}`);
}

function checkPackage(name) {
  const ours = [...manifest.workspaces].map((folder) => readManifest(join(ROOT, folder)).name);
  const installed = readdirSync('/home/node_modules', { recursive: false });
  if (!ours.includes(name) && !installed.includes(name) && !existsSync(join('/home/node_modules', name)))
    refuse(`${name} is neither a package of ours nor one that it uses`);
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

function refuse(reason) {
  process.stderr.write(`npm ${all.join(' ')}: ${reason}.\n`);
  process.exit(1);
}
