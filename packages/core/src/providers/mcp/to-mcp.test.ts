import { expect, test } from 'vitest';
import { GH, toolWith } from '../../testing/documents.ts';
import type { AtipEffects } from '../../types/effects.ts';
import type { McpAnnotations } from '../../types/provider.ts';
import { toMcp } from './to-mcp.ts';

test('a command as an MCP server lists it', () => {
  expect(toMcp(GH)[2]).toStrictEqual({
    name: 'gh_repo_delete',
    title: 'gh repo delete',
    description: 'Delete a repository [⚠️ DESTRUCTIVE | ⚠️ NOT REVERSIBLE]',
    inputSchema: {
      type: 'object',
      properties: {
        repo: { type: 'string', description: 'Repository to delete' },
        'token-file': { type: 'string', description: 'Token (file path)' },
      },
      required: ['repo', 'token-file'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  });
});

/** `t` true, `f` false, `-` not stated. */
const STATED: Readonly<Record<string, boolean | undefined>> = { t: true, f: false, '-': undefined };

/** filesystem.write, network, destructive → readOnlyHint, destructiveHint, openWorldHint. */
const COMBINATIONS = `
--- ftt  --t ftt  --f fft  -t- ftt  -tt ftt  -tf fft  -f- ftf  -ft ftf  -ff fff
t-- ftt  t-t ftt  t-f fft  tt- ftt  ttt ftt  ttf fft  tf- ftf  tft ftf  tff fff
f-- ftt  f-t ftt  f-f fft  ft- ftt  ftt ftt  ftf fft  ff- tff  fft ftf  fff tff`
  .trim()
  .split(/\s{2,}|\n/)
  .map((pair) => pair.split(' ') as [string, string]);

test('there are all combinations', () => {
  expect(new Set(COMBINATIONS.map(([stated]) => stated)).size).toBe(27);
});

test.each(COMBINATIONS)('write, network, destructive %s: read-only, destructive, open world %s', (stated, hints) => {
  const [write, network, destructive] = [...stated].map((letter) => STATED[letter]);
  const [readOnlyHint, destructiveHint, openWorldHint] = [...hints].map((letter) => STATED[letter]);
  const effects = {
    ...(write !== undefined && { filesystem: { write } }),
    ...(network !== undefined && { network }),
    ...(destructive !== undefined && { destructive }),
  };
  expect(annotationsOf(effects)).toStrictEqual({
    readOnlyHint,
    destructiveHint,
    idempotentHint: false,
    openWorldHint,
  });
});

test.each([
  [{ idempotent: true }, true],
  [{ idempotent: false }, false],
  [{}, false],
])('%j: idempotentHint %s', (effects, hint) => {
  expect(annotationsOf(effects)?.idempotentHint).toBe(hint);
});

test('what a group states counts for its commands', () => {
  const inner = { description: 'X', effects: { idempotent: true, destructive: false } };
  const tool = toolWith({
    g: { description: 'G', effects: { idempotent: false, network: false }, commands: { x: inner } },
  });
  expect(toMcp(tool)[0]?.annotations).toStrictEqual({
    readOnlyHint: false,
    destructiveHint: false,
    idempotentHint: false,
    openWorldHint: false,
  });
});

function annotationsOf(effects: AtipEffects): McpAnnotations | undefined {
  return toMcp(toolWith({ x: { description: 'X', effects } }))[0]?.annotations;
}
