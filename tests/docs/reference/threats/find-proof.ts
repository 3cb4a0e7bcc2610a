import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../../architecture/read-imports.ts';
import { allAttacks } from '../../../attacks/companion/all-attacks.ts';
import { GUARDS } from '../../../attacks/companion/guards.ts';
import { IN_PROCESS_GUARDS } from './in-process-guards.ts';
import type { Proof } from './threat.ts';

/** How often what proves something is there; 1 is right: two of one name could not be told apart. */
export function countProof(proof: Proof): number {
  switch (proof.kind) {
    case 'guard':
      return GUARDS.filter(({ name }) => name === proof.name).length;
    case 'here':
      return IN_PROCESS_GUARDS.filter(({ name }) => name === proof.name).length;
    case 'attack':
      return allAttacks('').flatMap(([, attacks]) => attacks.filter(({ name }) => name === proof.name)).length;
    case 'test':
      return countTitle(proof.file, proof.name);
  }
}

/** A test's name, or the beginning of it, as the file writes it: in quotes, after `test(`, or as the title in a table of tricks. */
function countTitle(file: string, name: string): number {
  const path = join(ROOT, file);
  if (!existsSync(path)) return 0;
  const text = readFileSync(path, 'utf8');
  const plain = name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/['"`]/g, '\\\\?$&');
  const isTest = /\.(?:test|spec)\.ts$/.test(file);
  const title = isTest ? `(?:^|\\W)test(?:\\.\\w+)*\\([^;{]*?['"\`](?:%s )?${plain}` : `title: ['"\`]${plain}['"\`]`;
  return [...text.matchAll(new RegExp(title, 'g'))].length;
}
