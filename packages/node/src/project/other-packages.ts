import { basename, dirname, join, relative } from 'node:path';
import type { Holding, ProgramQuery } from '@atip/shell';
import { createRealPath, isInside } from '../files/real-path.ts';
import {
  escaped,
  INSTALLED,
  missing,
  nearest,
  other,
  statsOf,
  textOf,
  whyOpen,
  writtenByOthers,
} from './package-files.ts';

/** Gems whose program has another name. */
const GEMS: Readonly<Record<string, string>> = {
  rspec: 'rspec-core',
  rails: 'railties',
  erb_lint: 'erb_lint',
  srb: 'sorbet',
  spring: 'spring',
  cap: 'capistrano',
  yard: 'yard',
  standardrb: 'standard',
  solargraph: 'solargraph',
  fastlane: 'fastlane',
};

/**
 * Looks in Gemfile.lock for the gem of a program. Bundler starts it from the directory of the gems, and downloads
 * nothing.
 *
 * @param query its path is a binstub: a file of the project that starts the program of a gem
 */
export function findRuby({ program, directory, path }: ProgramQuery, root: string): Holding {
  const lock = nearest(directory, root, ['Gemfile.lock']);
  const text = lock && textOf(join(lock.at, 'Gemfile.lock'));
  const gem = path === undefined ? (GEMS[program] ?? program) : gemOfStub(path);
  if (gem === undefined) return missing('it starts no gem');
  if (path !== undefined) {
    const open = isInside(path, root) ? writtenByOthers(path, root) : path;
    if (open !== undefined) return other(`other users can write ${relative(root, open) || open}`);
  }
  if (text === undefined) return missing('no Gemfile.lock names it');
  return new RegExp(`^ {4}${escaped(gem)} \\(`, 'm').test(text)
    ? INSTALLED
    : missing(`Gemfile.lock does not name ${gem}`);
}

/** Bytes of a binstub. */
const MAX_STUB = 8_192;

function gemOfStub(path: string): string | undefined {
  const text = textOf(path) ?? '';
  if (text.length > MAX_STUB || !text.startsWith('#!/usr/bin/env ruby')) return undefined;
  const [, gem, executable] = /Gem\.bin_path\("([\w-]+)", "([\w-]+)"\)/.exec(text) ?? [];
  if (executable === basename(path)) return gem;
  if (/^require ["']rails\/commands["']$/m.test(text)) return basename(path) === 'rails' ? 'railties' : undefined;
  return basename(path) === 'rake' && /^require ["']rake["']$/m.test(text) ? 'rake' : undefined;
}

/** Looks in `vendor/bin` for a program of a package that composer.lock names. */
export function findPhp({ program, directory, path }: ProgramQuery, root: string): Holding {
  const from = path === undefined ? directory : dirname(dirname(dirname(path)));
  const lock = nearest(from, root, ['composer.lock']);
  const at = lock?.at ?? from;
  const bin = path ?? join(at, 'vendor/bin', program);
  const stats = statsOf(bin);
  if (stats === undefined) return missing(lock ? 'vendor/bin does not hold it' : 'no composer.lock names it');
  const shown = relative(root, bin);
  const written = stats.isSymbolicLink() ? bin : targetOfProxy(bin);
  const target = written === undefined ? undefined : createRealPath()(written);
  if (target === undefined) return other(`${shown} is nothing that composer makes`);
  const [, name] = /\/vendor\/([\w.-]+\/[\w.-]+)\//.exec(target) ?? [];
  if (name === undefined || !isInside(target, root)) return other(`${shown} leads out of what composer installed`);
  const open = whyOpen(root, dirname(bin), target);
  if (open) return open;
  const [locked, installed] = [join(at, 'composer.lock'), join(at, 'vendor/composer/installed.json')].map(
    (file) => new RegExp(`"name": ?"${escaped(name)}",\\s*"version": ?"([^"]*)"`).exec(textOf(file) ?? '')?.[1],
  );
  if (locked === undefined) return other(`composer.lock does not name ${name}`);
  return installed === undefined || locked === installed
    ? INSTALLED
    : other(`composer.lock names ${name} ${locked}, and ${installed} is installed`);
}

/** Composer's proxies name the file that they include, from their own directory. */
function targetOfProxy(file: string): string | undefined {
  const text = textOf(file) ?? '';
  if (text.length > MAX_STUB) return undefined;
  const [, target] = /(?:include|require)(?:_once)? ?\(?__DIR__ ?\. ?'\/\.\.' ?\. ?'(\/[\w./-]+)'/.exec(text) ?? [];
  return target === undefined ? undefined : join(dirname(file), '..', target);
}

/** Looks for a tool in go.mod; go.sum then has the checksum of its module. */
export function findGo({ program, directory }: ProgramQuery, root: string): Holding {
  const module = nearest(directory, root, ['go.mod']);
  const text = module && textOf(join(module.at, 'go.mod'));
  if (text === undefined) return missing('no go.mod names it');
  const blocks = [...text.matchAll(/^tool(?: +(\S+)$|\s*\(\s*\n([^)]*)\))/gm)];
  const tools = blocks.flatMap(([, one, list = '']) => [one ?? '', ...list.split(/\s+/)]).filter((tool) => tool !== '');
  const isNamed = tools.some((tool) => tool === program || basename(tool.replace(/\/v\d+$/, '')) === program);
  return isNamed ? INSTALLED : other('go.mod does not name it');
}
