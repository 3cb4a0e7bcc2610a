/** One page of the site. */
export interface Page {
  /** In the sidebar; the page's own heading may say more. */
  readonly title: string;
  /** Its Markdown, from the repository's root. */
  readonly source: string;
  /** Its address below the site's root, without an ending: `packages/core`. */
  readonly address: string;
}

export interface PageGroup {
  readonly title: string;
  readonly pages: readonly Page[];
}

/** A page of `docs`, at the address that its place there gives it. */
function docs(title: string, address: string): Page {
  return { title, source: `docs/${address}.md`, address };
}

/** The guide that a package ships in its tarball. */
function guide(title: string, folder: string, name: string): Page {
  return { title, source: `${folder}/README.md`, address: `packages/${name}` };
}

/**
 * Every page that a person wrote, in the order of the sidebar. Addresses, links between pages and the sidebar are made of
 * this table; a test holds it against the files.
 */
export const PAGES: readonly PageGroup[] = [
  {
    title: 'Tutorials',
    pages: [
      docs('Tool author', 'tutorials/tool-author'),
      docs('Agent developer', 'tutorials/agent-developer'),
      docs('Security reviewer', 'tutorials/security-reviewer'),
      docs('Operator', 'tutorials/operator'),
    ],
  },
  {
    title: 'Concepts',
    pages: [docs('Effects and policy', 'concepts/effects-and-policy'), docs('Threat model', 'concepts/threat-model')],
  },
  {
    title: 'Guides',
    pages: [
      docs('The playground', 'playground'),
      docs('The edge', 'edge'),
      docs('A registry', 'registry'),
      docs('Scale', 'scale'),
      docs('Migration', 'migration'),
      { title: 'Examples', source: 'examples/README.md', address: 'examples' },
    ],
  },
  {
    title: 'Packages',
    pages: [
      guide('@atip/core', 'packages/core', 'core'),
      guide('@atip/share', 'packages/share', 'share'),
      guide('@atip/shims', 'packages/shims', 'shims'),
      guide('@atip/node', 'packages/node', 'node'),
      guide('@atip/mcp', 'packages/mcp', 'mcp'),
      guide('atip', 'packages/cli', 'cli'),
      guide('@atip/companion', 'server', 'companion'),
      guide('@atip/playground', 'web', 'playground'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      docs('Command line', 'reference/cli'),
      docs('HTTP', 'reference/http'),
      docs('Providers', 'reference/providers'),
    ],
  },
  {
    title: 'Project',
    pages: [
      docs('Benchmarks', 'benchmarks'),
      docs('Architecture', 'architecture'),
      docs('Faults', 'faults'),
      docs('Releasing', 'releasing'),
      { title: 'README', source: 'README.md', address: 'readme' },
      { title: 'Security', source: 'SECURITY.md', address: 'security' },
      { title: 'Contributing', source: 'CONTRIBUTING.md', address: 'contributing' },
      { title: 'Changes', source: 'CHANGELOG.md', address: 'changes' },
    ],
  },
];

/** The front door; in no group, since it leads to all of them. */
export const HOME: Page = docs('Home', 'index');

/** Where TypeDoc writes, from the repository's root, and the address of it. */
export const API = { folder: 'docs/api', address: 'api' } as const;

export const ALL_PAGES: readonly Page[] = [HOME, ...PAGES.flatMap(({ pages }) => pages)];
