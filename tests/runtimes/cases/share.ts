import type { ShareState } from '@atip/share';
import { type Case, type Context, textOf } from './context.ts';

const STATES: Readonly<Record<string, ShareState>> = {
  least: { documents: [], provider: 'openai' },
  everything: {
    ...{
      documents: [
        { name: 'gh.json', text: '{ "atip": "0.4", "ä": "😀" }\r\n' },
        { name: '', text: '' },
      ],
      provider: 'gemini',
      strict: true,
    },
    ...{ filter: { commands: ['pr', ''], depth: 2 }, panel: 'calls', response: '{"choices":[]}', output: 'done\n' },
    ...{
      call: { name: 'gh_pr_create', arguments: { title: 'x', list: [1, null, 1e-7] } },
      policy: { allowDestructive: true },
    },
  },
  'half a pair': { documents: [{ name: '\ud800', text: 'a\udc00b\u2028\0' }], provider: 'İ' },
  'no metadata': { documents: [{ name: 'x', text: 'The quick brown fox '.repeat(40) }], provider: 'mcp' },
  noise: { documents: [{ name: 'noise', text: noise(3_000) }], provider: 'openai' },
  large: { documents: [{ name: 'noise', text: noise(90_000) }], provider: 'openai' },
};
const BENT: Readonly<Record<string, (fragment: string) => string>> = {
  'cut short': (fragment) => fragment.slice(0, -3),
  'one letter other': (fragment) => `${fragment.slice(0, 20)}${fragment[20] === 'A' ? 'B' : 'A'}${fragment.slice(21)}`,
  'in capitals': (fragment) => fragment.toUpperCase(),
  'percent-encoded twice': (fragment) => fragment.replaceAll('.', '%252e').replace('#', '%2523'),
  'in a sentence': (fragment) => `see https://play.example/${fragment}).\n`,
  'another version': (fragment) => fragment.replace('v1', 'v9'),
  'another packing': (fragment) => fragment.replace(/\.[lm]\./, '.d.'),
};

/** States to links and back. The model behind a link computes with fractions: here engines could part for real. */
export function shareCases(context: Context): readonly Case[] {
  const { encodeShare, decodeShare } = context.share;
  const links: readonly { readonly fragment: string }[] = JSON.parse(textOf(context, 'links.json'));
  const shimState = (name: string, indent: number): ShareState => ({
    documents: [{ name: `${name}.json`, text: JSON.stringify(context.tools.get(name), undefined, indent) }],
    provider: 'anthropic',
  });
  const small = [...context.tools.keys()].filter((name) => JSON.stringify(context.tools.get(name)).length < 12_000);
  const roundTrip = (state: ShareState): unknown => {
    const fragment = encodeShare(state);
    const decoded = decodeShare(fragment);
    return { fragment, same: decoded.ok && JSON.stringify(decoded.state) === JSON.stringify(state) };
  };
  return [
    ...Object.entries(STATES).map(([name, state]): Case => [name, () => roundTrip(state)]),
    ...small.map((name): Case => [`${name}, on one line`, () => roundTrip(shimState(name, 0))]),
    ...['git', 'gh', 'docker', 'curl', 'tar'].flatMap((name): Case[] => [
      [`${name}, laid out`, () => roundTrip(shimState(name, 2))],
    ]),
    [
      'the samples',
      () =>
        roundTrip({
          documents: ['git', 'curl', 'hello', 'broken'].map((name) => ({
            name,
            text: textOf(context, `samples/${name}.json`),
          })),
          provider: 'bedrock',
        }),
    ],
    ...links.map(({ fragment }, index): Case => [`old link ${index}`, () => decodeShare(fragment)]),
    ...Object.entries(BENT).map(
      ([name, bend]): Case => [
        name,
        () => decodeShare(bend(encodeShare(STATES['everything'] ?? { documents: [], provider: '' }))),
      ],
    ),
    [
      'no links',
      () =>
        ['', '#', 'x', '#v1.', '#v1.m.', '#v1.l.AAAA', '#v1.m.AAAAAAAAAAAAAAAA', '#v1.q.AAAA', '#v0.d.AAAA'].map(
          (link) => decodeShare(link),
        ),
    ],
    [
      'more than a link carries',
      () => encodeShare({ documents: [{ name: 'x', text: 'x'.repeat(16 * 1024 * 1024) }], provider: 'x' }),
    ],
  ];
}

/** Text that nothing makes shorter; the same everywhere. */
function noise(length: number): string {
  let seed = 1;
  return Array.from({ length }, () => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return String.fromCharCode(33 + (seed >>> 25) * 3);
  }).join('');
}
