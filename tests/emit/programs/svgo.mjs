// svgo (commander): its own bin/svgo.js, and withAtip.
import { createRequire } from 'node:module';
import { withAtip } from '@atip/emit';
import makeProgram from '../../node_modules/svgo/lib/svgo/coa.js';

// Without --output it writes over its input.
const OVERWRITES = {
  filesystem: { read: true, write: true, delete: false },
  network: false,
  destructive: true,
  reversible: false,
  'x-why': 'Without --output it writes the optimised picture over the one that it read.',
};

const { program } = createRequire(import.meta.resolve('svgo'))('commander');
makeProgram(program);
withAtip(program, {
  effects: { '': OVERWRITES },
  types: { INPUT: 'file', OUTPUT: 'file', FOLDER: 'directory', CONFIG: 'file' },
});
await program.parseAsync(process.argv);
