import { existsSync, lstatSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Attack, Attempt } from './attack.ts';
import { api, callText, sendRaw, short, shortAnswer } from './requests.ts';
import { layProgram } from './scene.ts';
import type { Target } from './start-target.ts';

/** A program of every machine that no document describes here. */
const NAME = 'true';

const documentOf = (name: string, description = 'Looks'): string =>
  JSON.stringify({ atip: { version: '0.4' }, name, version: '1.0.0', description, commands: { '': { description } } });

/** Ways to get a document written that nobody agreed to, or to another place. */
export const DOCUMENT_ATTACKS: readonly Attack[] = [
  raw('a document without a token', '401 token-required', { authorization: null }),
  raw('a document from another origin', '403 origin-not-allowed', { origin: 'http://evil.example' }),
  {
    name: 'a document whose plan nobody saw',
    answer: '409 hash-mismatch',
    run: (target) => save(target, { text: documentOf(NAME), approve: `sha256:${'0'.repeat(64)}` }),
  },
  {
    name: 'another document than the one that was agreed to',
    answer: '409 hash-mismatch',
    run: async (target) => {
      const approve = await hashOf(target, documentOf(NAME));
      return save(target, { text: documentOf(NAME, 'Looks away'), approve });
    },
  },
  {
    name: 'a document for a program that was put there after the plan',
    answer: '409 hash-mismatch',
    run: async (target) => {
      const { program, state } = target.scene;
      const approve = await hashOf(target, documentOf('trap', 'Looks'));
      writeFileSync(program, '#!/bin/sh\ntouch tripped\n');
      const attempt = await save(target, { text: documentOf('trap', 'Looks'), approve });
      layProgram(program, state);
      return attempt;
    },
  },
  ...['../outside', '../../../work/outside', '..', '/etc/outside', 'a\\b', 'true\u202e'].flatMap((name) => [
    named(name, { text: 'Usage: true [WORD]', name }),
    { ...named(name, { text: documentOf(name) }), name: `a document that is called ${JSON.stringify(name)}` },
  ]),
  {
    name: 'a link at the place of a document',
    answer: '409 file-in-the-way',
    run: async (target) => {
      const [place, aim] = [placeOf(target), join(target.scene.work, 'aim')];
      writeFileSync(aim, 'mine');
      symlinkSync(aim, place);
      const response = await api(target, 'POST', '/documents', { text: documentOf(NAME) });
      const { hash: approve } = await response.clone().json();
      const answer = await short(response);
      if (approve) await api(target, 'POST', '/documents', { text: documentOf(NAME), approve });
      const harm = lstatSync(place).isSymbolicLink() ? {} : { harm: 'a link was replaced' };
      for (const path of [place, aim]) rmSync(path);
      return { answer, ...harm };
    },
  },
  {
    name: 'a document of a person, taken back by a client',
    answer: '404 unknown-document',
    run: async (target) => {
      const answer = await short(await api(target, 'DELETE', '/documents/trap'));
      return { answer, ...(!existsSync(placeOf(target, 'trap')) && { harm: 'a document of a person is gone' }) };
    },
  },
  {
    name: 'a file elsewhere, taken back by a client',
    answer: '404 unknown-document',
    run: async (target) => {
      const outside = join(target.scene.root, 'data/agent-tools/other.json');
      writeFileSync(outside, '{"x-saved":true}');
      const answer = await short(await api(target, 'DELETE', '/documents/..%2fother'));
      return { answer, ...(!existsSync(outside) && { harm: 'a file elsewhere is gone' }) };
    },
  },
];

function placeOf({ scene }: Target, name = NAME): string {
  return join(scene.root, `data/agent-tools/shims/${name}.json`);
}

async function hashOf(target: Target, text: string): Promise<string> {
  return (await (await api(target, 'POST', '/documents', { text })).json()).hash;
}

async function save(target: Target, body: object): Promise<Attempt> {
  const response = await api(target, 'POST', '/documents', body);
  return { answer: await short(response), ...(response.status === 201 && { harm: 'a document was saved' }) };
}

function named(name: string, body: object): Attack {
  return {
    name: `a document for the program ${JSON.stringify(name)}`,
    answer: '422 unsafe-name',
    run: async (target) => {
      const response = await api(target, 'POST', '/documents', body);
      return { answer: await short(response), ...(response.ok && { harm: 'a place outside was planned' }) };
    },
  };
}

function raw(name: string, answer: string, headers: Readonly<Record<string, string | null>>): Attack {
  return {
    name,
    answer,
    run: async (target) => {
      const body = JSON.stringify({ text: documentOf(NAME), approve: await hashOf(target, documentOf(NAME)) });
      const path = '/api/v1/documents';
      const text = await sendRaw(target.port, callText(target, { path, body, headers }));
      return { answer: shortAnswer(text), ...(existsSync(placeOf(target)) && { harm: 'a document was saved' }) };
    },
  };
}
