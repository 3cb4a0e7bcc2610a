import type { WorkingCopy } from '../../document/working-copy.ts';
import type { Documents, Sample } from '../../page/page-context.ts';
import broken from './broken.json?raw';
import curl from './curl.json?raw';
import git from './git.json?raw';
import hello from './hello.json?raw';
import groups from './template-groups.json?raw';
import options from './template-options.json?raw';

export const HELLO: Sample = { title: 'hello', detail: 'the smallest document', name: 'hello.json', text: hello };
export const GIT: Sample = { title: 'git', detail: 'groups, effects, danger', name: 'git.json', text: git };

export const SAMPLES: readonly Sample[] = [
  GIT,
  HELLO,
  { title: 'curl', detail: 'one command, no name of its own', name: 'curl.json', text: curl },
  { title: 'broken on purpose', detail: 'what Problems does', name: 'broken.json', text: broken },
];

export const TEMPLATES: readonly Sample[] = [
  { ...HELLO, title: 'A single command', detail: 'with one argument' },
  { title: 'A command with options', detail: 'flags, values, lists', name: 'resize.json', text: options },
  { title: 'Groups of commands', detail: 'effects, and what destroys', name: 'notes.json', text: groups },
];

export function sampleItems(samples: readonly Sample[], { openSample }: Documents) {
  return samples.map((sample) => ({
    label: sample.title,
    detail: sample.detail,
    onChoose: () => openSample(sample),
  }));
}

export const WELCOME: WorkingCopy = {
  documents: [{ id: 'd1', name: 'untitled.json', text: '' }],
  active: 'd1',
  provider: 'openai',
  strict: false,
  tab: 'output',
};
