import { type AtipTool, compile, type Provider, type ProviderTool } from '@atip/core';

/** What has ended a text, begun a command or fooled an eye in some language that snippets are written in. */
const EVIL = [
  '"double" \'single\' \'\'\' """ `touch x` $(touch x) \x24{process.exit(3)} $HOME %s %0A !! !x',
  'ATIP_BODY',
  'EOF',
  '\\ \\\\ \\" \\\' \\n \\u0041 \\',
  '# // /* */ <!-- --> </script> {region} {model} $& $1 $`',
  'tab\t 漢字 😀 👩‍💻 ⚠️ MARK',
].join('\n');

/** What no document that is read has, and a list of tools that comes from elsewhere may have. */
const HIDDEN = [
  'line\u2028paragraph\u2029next\u0085bell\u0007nul\u0000escape\u001b[2J',
  'right to left \u202e zero\u200bwidth \ufeff soft\u00ad tag\u{e0041}',
].join('\n');

/** A tool whose every text is evil. */
const TOOL: AtipTool = {
  atip: { version: '0.4' },
  name: 'evil',
  version: '1.0.0',
  description: EVIL,
  commands: {
    run: {
      description: EVIL,
      arguments: [{ name: 'plain', type: 'string', description: EVIL, required: true }],
      options: [{ name: 'kind', flags: ['--kind'], type: 'enum', enum: ["a'b", '$(touch x)', '`'], description: EVIL }],
      effects: { network: false, destructive: true, filesystem: { read: true, write: true, delete: true } },
    },
    list: { description: 'Lists', effects: { network: false, destructive: false } },
  },
};

/** These tools for a provider, with hidden characters and a parameter by the name that objects inherit by. */
export function snippetTools(provider: Provider): ProviderTool[] {
  const text = JSON.stringify(compile([TOOL], provider).tools).replaceAll('MARK', JSON.stringify(HIDDEN).slice(1, -1));
  return JSON.parse(text.replaceAll('"plain":', '"__proto__":').replaceAll('"plain"', '"__proto__"'));
}

/** A text that is the same for equal JSON values, whatever the order of their keys; own `__proto__` included. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))
      : inner,
  );
}
