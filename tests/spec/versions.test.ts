// ATIP 0.5 and 0.6 beside 0.3 and 0.4: twenty documents are read, keep every field on every way through core, and what is doubtful is said.
import {
  type AtipTool,
  checkCall,
  checkTool,
  compile,
  diffTools,
  parseTool,
  PROVIDERS,
  readArgv,
  restrictTools,
  selectCommands,
} from '@atip/core';
import { overrideTool } from '@atip/core/internal';
import { checkLine } from '@atip/shell';
import { expect, test } from 'vitest';
import { DOUBTFUL, GOOD } from './version-documents.ts';

const ALL = [...GOOD.map(([name, document]) => [name, document, []] as const), ...DOUBTFUL];

function toolOf(document: object): AtipTool {
  const { tool } = parseTool(JSON.stringify(document));
  if (tool === undefined) throw new Error('It is not read.');
  return tool;
}

/** `/path="value"` of each value of a document. */
function valuesOf(value: unknown, at = ''): string[] {
  if (typeof value !== 'object' || value === null) return [`${at}=${JSON.stringify(value)}`];
  return Object.entries(value).flatMap(([key, member]) => valuesOf(member, `${at}/${key}`));
}

test('there are twenty', () => {
  expect(ALL.length).toBe(20);
});

test.each(ALL)('ATIP-3.2.1-1 %s: it is said what is wrong, and nothing more', (_name, document, said) => {
  const { tool, issues } = parseTool(JSON.stringify(document));
  const codes = issues.map(({ severity, code }) => (severity === 'error' ? `!${code}` : code));
  expect(codes).toStrictEqual(said);
  expect(tool === undefined).toBe(said.some((code) => code.startsWith('!')));
});

test.each(ALL.filter(([, , said]) => !said.some((code) => code.startsWith('!'))))(
  '%s: nothing is lost',
  (_name, document) => {
    const tool = toolOf(document);
    const values = valuesOf(JSON.parse(JSON.stringify(document)));
    const excerpt = selectCommands(tool, { commands: ['send'] });
    const [left] = restrictTools([tool], { allowedTools: ['kestrel'] });
    const kept = valuesOf(overrideTool(tool, { description: 'Moves parcels' }));
    const { patterns: _unchecked, ...bare } = tool;
    for (const made of [tool, excerpt]) expect(values.filter((one) => !valuesOf(made).includes(one))).toStrictEqual([]);
    // A delegation has no workflows, whose lines nobody has checked.
    expect(left).toStrictEqual(bare);
    // A person's file makes the document theirs: of its trust only the digests stay.
    expect(values.filter((one) => !kept.includes(one) && !/^\/trust\/(?!.*checksum)/.test(one))).toStrictEqual([]);
    expect(diffTools(tool, toolOf(JSON.parse(JSON.stringify(tool)))).changes).toStrictEqual([]);
    expect(checkTool(tool, JSON.stringify(document)).filter(({ severity }) => severity === 'error')).toStrictEqual([]);
    for (const provider of PROVIDERS) {
      const { tools, issues } = compile([tool], provider);
      expect([tools.length, issues.filter(({ severity }) => severity === 'error')]).toStrictEqual([1, []]);
    }
  },
);

test('ATIP-3.5-2 an option of several values is a list for every provider, and its flag is repeated', () => {
  const [, document = {}] = GOOD.find(([name]) => name.includes('option of several values')) ?? [];
  const tool = toolOf(document);
  for (const provider of PROVIDERS) {
    const text = JSON.stringify(compile([tool], provider)).toLowerCase();
    expect(text).toMatch(/"label":\{"type":(?:"array"|\["array","null"\])/);
  }
  const label = ['fragile', 'express'];
  const call = { id: '1', name: 'kestrel_send', arguments: { parcel: ['a.txt'], label } };
  const { argv = [] } = checkCall(call, [tool]);
  expect(argv).toStrictEqual(['kestrel', 'send', '--label=fragile', '--label=express', 'a.txt']);
  expect(readArgv(argv, [tool]).given.map(({ name, value }) => [name, value])).toStrictEqual([
    ['parcel', ['a.txt']],
    ['label', label],
  ]);
});

test('0.9 is read as 0.6, and every call of it is at least asked about, whatever else allows it', () => {
  const reading = { ...toolOf(GOOD[0]?.[1] ?? {}), trust: { source: 'native' as const } };
  const call = { id: '1', name: 'kestrel_send', arguments: { parcel: ['a.txt'] } };
  const policy = { rules: [{ run: 'kestrel send', decision: 'allow' as const }] };
  const decide = (version: string, own: object) => checkCall(call, [{ ...reading, atip: { version } }], own).decision;
  expect(decide('0.6', policy)).toBe('allow');
  for (const own of [policy, { preset: 'standard' }, { byTrust: false }]) expect(decide('0.9', own)).toBe('confirm');
  expect(decide('0.9', { ...policy, denyRestricted: true })).toBe('deny');
  const ofLine = (atip: string) => {
    const find = (name: string) => (name === 'kestrel' ? { ...reading, atip } : undefined);
    return checkLine('kestrel send a.txt', find, policy, { cwd: '/work', isThere: () => true }).decision;
  };
  expect([ofLine('0.6'), ofLine('0.9')]).toStrictEqual(['allow', 'confirm']);
  const { reasons } = checkCall(call, [{ ...reading, atip: '0.9' }], policy);
  expect(reasons.join(' ')).toBe(
    'kestrel_send is asked about: its document is of a later version of ATIP than 0.6, and can only be understood in part.',
  );
});

test.each<[string, object, object, readonly string[], string]>([
  [
    'another digest',
    { binary: { hash: `sha256:${'0'.repeat(64)}` } },
    { binary: { hash: `sha256:${'1'.repeat(64)}` } },
    ['neutral binary'],
    'patch',
  ],
  ['no digest any more', { binary: { hash: `sha256:${'0'.repeat(64)}` } }, {}, ['safety binary'], 'major'],
  [
    'another signer',
    { trust: { source: 'org', integrity: { signature: { type: 'cosign', identity: 'a@b.example' } } } },
    { trust: { source: 'org', integrity: { signature: { type: 'cosign', identity: 'c@d.example' } } } },
    ['safety trust.integrity.signature (identity)'],
    'major',
  ],
  [
    'another place of the bundle',
    { trust: { source: 'org', shimIntegrity: { signature: { bundle: 'https://a.example' } } } },
    { trust: { source: 'org', shimIntegrity: { signature: { bundle: 'https://b.example' } } } },
    ['neutral trust.shimIntegrity'],
    'patch',
  ],
  [
    'another builder',
    { trust: { source: 'org', provenance: { builder: 'https://a.example' } } },
    { trust: { source: 'org', provenance: { builder: 'https://b.example' } } },
    ['safety trust.provenance (builder)'],
    'major',
  ],
  [
    'a feature more',
    { atip: { version: '0.6' } },
    { atip: { version: '0.6', features: ['trust-v1'] } },
    ['neutral atip'],
    'patch',
  ],
  [
    'a newer agent that is needed',
    { atip: { version: '0.4' } },
    { atip: { version: '0.6', minAgentVersion: '0.6' } },
    ['breaking atip.minAgentVersion'],
    'major',
  ],
])('a difference: %s', (_name, before, after, found, verdict) => {
  const base = toolOf(GOOD[0]?.[1] ?? {});
  const diff = diffTools({ ...base, ...before }, { ...base, ...after });
  const where = (message: string): string => / \([\w., ]+\)/.exec(message)?.[0] ?? '';
  expect(diff.changes.map(({ kind, name, message }) => `${kind} ${name}${where(message)}`)).toStrictEqual(found);
  expect(diff.verdict).toBe(verdict);
});

test('a difference: an option that takes several values now, and one that no longer does', () => {
  const [one, many] = [0, 5].map((at) => toolOf(GOOD[at]?.[1] ?? {}));
  if (!one || !many) throw new Error('They are not there.');
  const kinds = (from: AtipTool, to: AtipTool) =>
    diffTools({ ...from, atip: '0.6' }, { ...to, atip: '0.6' }).changes.map(({ kind, message }) => [kind, message]);
  expect(kinds(one, many)).toStrictEqual([['additive', 'label was string and is list of string.']]);
  expect(kinds(many, one)).toStrictEqual([['breaking', 'label was list of string and is string.']]);
});

test.each<[string, object]>([
  ['1.0', { version: '1.0' }],
  ['a major version of many digits', { version: '99999999999.0' }],
  ['0.0', { version: '0.0' }],
  ['an agent of 0.9', { version: '0.4', minAgentVersion: '0.9' }],
  ['an agent of 1.0', { version: '0.4', minAgentVersion: '1.0' }],
])('a document that parseTool refuses runs nothing when it is handed over unread: %s', (_, atip) => {
  const reading = toolOf(GOOD[0]?.[1] ?? {});
  const tool = { ...reading, trust: { source: 'native' as const }, atip: atip as typeof reading.atip };
  expect(parseTool(tool).tool).toBeUndefined();
  const call = { id: '1', name: 'kestrel_send', arguments: { parcel: ['a.txt'] } };
  const { decision, reasons } = checkCall(call, [tool], { preset: 'open' });
  expect([decision, reasons.join(' ')]).toStrictEqual([
    'deny',
    expect.stringContaining('versions 0.1 to 0.6 are known'),
  ]);
  expect(() => compile([tool], 'openai')).toThrow('/atip');
});

test('a minor version of many digits is later than 0.6', () => {
  const tool = { ...toolOf(GOOD[0]?.[1] ?? {}), trust: { source: 'native' as const }, atip: '0.10000000000' };
  const call = { id: '1', name: 'kestrel_send', arguments: { parcel: ['a.txt'] } };
  expect(checkCall(call, [tool], { preset: 'open' }).decision).toBe('confirm');
});
