import type { MarkdownOptions } from 'vitepress';

/** What VitePress takes for a theme, when it is one and no pair of them. */
type SyntaxTheme = Exclude<NonNullable<MarkdownOptions['theme']>, string | { light: unknown; dark: unknown }>;

/** The playground's own few colours for code, as the variables of its table: light and dark come with them. */
export const syntaxTheme: SyntaxTheme = {
  name: 'atip',
  type: 'light',
  colors: { 'editor.foreground': 'var(--text)', 'editor.background': 'var(--bg-raised)' },
  settings: [
    { settings: { foreground: 'var(--text)', background: 'var(--bg-raised)' } },
    colour('--text-quiet', ['comment', 'punctuation.definition.comment']),
    // What a program answered stays plain; its prompt steps back.
    colour('--text-quiet', ['punctuation.separator.prompt', 'entity.other.prompt-prefix']),
    colour('--syntax-key', [
      'keyword',
      'storage',
      'support.type.property-name',
      'entity.name.tag',
      'variable.language',
    ]),
    colour('--syntax-string', ['string', 'constant.character', 'markup.inserted']),
    colour('--syntax-number', ['constant.numeric', 'constant.language', 'constant.other', 'markup.deleted']),
    colour('--syntax-punctuation', ['punctuation', 'keyword.operator', 'meta.brace']),
    colour('--text', ['variable', 'entity.name.function', 'support.function']),
  ],
};

function colour(token: string, scope: string[]): { scope: string[]; settings: { foreground: string } } {
  return { scope, settings: { foreground: `var(${token})` } };
}
