import { expect, test } from 'vitest';
import { siteLink } from '../../docs/.vitepress/markdown/site-links.ts';
import { ROOT } from './find-site.ts';

const link = (href: string, source: string, repository?: string): unknown => siteLink(href, source, ROOT, repository);

test('pages that link to each other as files link to each other as pages', () => {
  expect(link('scale.md', 'docs/edge.md')).toStrictEqual({ href: '/scale.md' });
  expect(link('edge.md#limits', 'docs/registry.md')).toStrictEqual({ href: '/edge.md#limits' });
  expect(link('../../docs/edge.md#limits', 'packages/core/README.md')).toStrictEqual({ href: '/edge.md#limits' });
  expect(link('../shims/README.md', 'packages/core/README.md')).toStrictEqual({ href: '/packages/shims.md' });
  expect(link('packages/shims', 'README.md')).toStrictEqual({ href: '/packages/shims.md' });
  expect(link('../SECURITY.md', 'docs/edge.md')).toStrictEqual({ href: '/security.md' });
});

test('addresses and headings of the same page stay as they are', () => {
  expect(link('https://example.org/x.md', 'docs/edge.md')).toStrictEqual({ href: 'https://example.org/x.md' });
  expect(link('mailto:a@example.org', 'docs/edge.md')).toStrictEqual({ href: 'mailto:a@example.org' });
  expect(link('#limits', 'docs/edge.md')).toStrictEqual({ href: '#limits' });
});

test('other files are linked at the forge, or are text where nobody has said where that is', () => {
  expect(link('../tests/spec/README.md#kept', 'docs/edge.md', 'https://example.org/r')).toStrictEqual({
    href: 'https://example.org/r/blob/main/tests/spec/README.md#kept',
  });
  expect(link('../tests/spec/README.md', 'docs/edge.md')).toBe('text');
});

test('a link to nothing fails the build and says where it is', () => {
  expect(() => link('gone.md', 'docs/edge.md')).toThrow('docs/edge.md links to gone.md, but there is no docs/gone.md.');
  expect(() => link('../../etc/passwd', 'docs/edge.md')).toThrow('there is no ../etc/passwd');
});
