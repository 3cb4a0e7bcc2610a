// A small program that describes itself: asked with `--agent`, it answers what it can do and what that may destroy.
import { readdir, rm } from 'node:fs/promises';

const READS = {
  filesystem: { read: true, write: false, delete: false },
  network: false,
  subprocess: false,
  destructive: false,
  idempotent: true,
};
const NAME = { name: 'name', type: 'string', description: 'The name of a note, as list prints it' };

const DESCRIPTION = {
  atip: { version: '0.4' },
  name: 'notes',
  version: '1.0.0',
  description: 'Keeps notes, one text file each',
  trust: { source: 'native' },
  commands: {
    list: { description: 'Print the names of all notes', effects: READS },
    show: { description: 'Print a note', arguments: [NAME], effects: READS },
    remove: {
      description: 'Delete a note',
      arguments: [NAME],
      effects: {
        ...READS,
        filesystem: { read: true, write: false, delete: true },
        destructive: true,
        reversible: false,
      },
    },
  },
};

const [command, name = ''] = process.argv.slice(2);
if (command === '--agent') console.log(JSON.stringify(DESCRIPTION));
else if (command === 'list') for (const file of await readdir('notes')) console.log(file.replace(/\.txt$/, ''));
else if (command === 'show') console.log(await Bun.file(fileOf(name)).text());
// A careless program does this: an option that its description does not mention.
else if (command === 'remove' && name === '--all') await rm('notes', { recursive: true });
else if (command === 'remove') await rm(fileOf(name));
else throw new Error(`notes: there is no command "${command}".`);

function fileOf(note: string): string {
  if (!/^[\w-]+$/.test(note)) throw new Error(`notes: "${note}" is no name of a note.`);
  return `notes/${note}.txt`;
}
