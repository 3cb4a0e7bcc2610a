import { guard, held, here, type Threat } from './threat.ts';

const HIDDEN = 'tests/attacks/hidden-text.test.ts';
const REDIRECT = 'packages/node/src/remote/fetch-bounded.test.ts';

/** What documents, links and those who host them can do. */
export const DOCUMENT_THREATS: readonly Threat[] = [
  {
    threat: 'A document or a link does something when it is opened',
    stops: 'Opening, loading and sharing run nothing; everything is shown as text under a strict CSP',
    proofs: [
      held(
        'tests/e2e/hostile-links.spec.ts',
        'no panel runs, blanks or writes over the draft, whatever its link holds',
      ),
    ],
    remains: 'Words in a document may still persuade a reader, or a model',
  },
  {
    threat: 'A document or a link exhausts whoever reads it, or reaches into the reader',
    stops: 'Bounds on size, depth, values and what a link unpacks to; names such as `__proto__` stay data',
    proofs: [
      here('names of a document stay data'),
      here('the size of what a link unpacks to'),
      held('packages/share/src/share.test.ts', 'a bomb is not inflated further than 16 MiB'),
      held('tests/e2e/hostile-links.spec.ts', 'a document nested a hundred thousand times says where it is wrong'),
    ],
    remains: 'The largest document that is allowed takes about a second',
  },
  {
    threat: 'Words hide in a document: a model reads them, and a person does not see them',
    stops:
      'Every document is checked when it is loaded, and what is compiled once more; a command with such characters is left out, and the reason is told',
    proofs: [
      here('hidden words of a document'),
      guard('hidden characters of a document'),
      held(HIDDEN, 'in a document that a program hands to the library: nothing of it is emitted'),
      held(HIDDEN, 'words in tag characters of an `--agent` answer: discovery and listing leave the command out'),
    ],
    remains:
      'Words that everybody sees can lie or give orders. Selectors of emoji and joiners of some scripts carry a few bits',
  },
  {
    threat: 'A document vouches for itself: it claims to be `native`, or verified',
    stops:
      'Trust comes from the place in which a document was found; a claim can only lower it. A program is `native` where root alone can change it',
    proofs: [
      here('a document that vouches for itself'),
      held(
        'tests/attacks/trust-claims.test.ts',
        'a program in a directory of its user that claims to be native and verified is community, held, and its claims are only shown',
      ),
      held(
        'tests/attacks/trust-claims.test.ts',
        'a document that is handed over as a value, or a copy of one that was found, is trusted as a value',
      ),
    ],
    remains:
      "The interpreter of root's script and the modules it loads are not looked at, nor access control lists; an agent that runs as root can write what counts as root's",
  },
  {
    threat: 'A registry, or who stands between, changes what is said of your programs',
    stops:
      'https, digests, no redirects; trust is `community` at most, and what reassures without a sandbox to hold it is dropped',
    proofs: [
      here('a registry is believed little'),
      here('documents by their digest'),
      held(REDIRECT, 'a redirect (%i) is not followed'),
      held(REDIRECT, 'what a small body inflates to is counted'),
    ],
    remains: 'No signature: the host can withhold a document, or give an older one',
  },
  {
    threat: 'A help text, or another description, makes a harmful command look harmless',
    stops:
      'Importers state harm from any evidence, and harmlessness only from a reading name with nothing against it; trust is `inferred`',
    proofs: [
      here('a description that speaks against a name'),
      held('tests/shims/dangers.test.ts', 'what destroys is known to'),
    ],
    remains:
      'A name that lies, with a description that lies alike, is believed to be read-only; the sandbox then holds it to that',
  },
  {
    threat: 'A model is offered tools that nobody chose for it, or an MCP client skips the question',
    stops:
      'What comes along, or from a registry, is offered by name only; a client that cannot ask its person is refused',
    proofs: [
      here('tools for MCP clients by name'),
      held('packages/mcp/src/create-mcp-server.test.ts', 'a yes counts for the file that was asked about'),
      held('tests/packages/mcp-http.test.ts', 'a client without the token is not heard'),
    ],
    remains: "The client shows the question: whether its person sees it is the client's affair",
  },
  {
    threat: 'A share at the Worker holds a secret, is written in your name, or is deleted by others',
    stops:
      'What looks like a secret is not stored; writes of other sites are refused, all writes are counted; a token of 128 bits deletes',
    proofs: [
      here('secrets are not stored'),
      here('writes from other sites at the Worker'),
      here('the token of a deletion'),
      held('tests/edge/writes.test.ts', 'of many writes from one household at once 30 are stored'),
    ],
    remains: 'Whoever has the link reads the share; whoever has its content can lengthen its life',
  },
  {
    threat: 'Code reaches the Worker, or the page, that could run commands or send things elsewhere',
    stops: 'The bundle is read for what it imports; one module of the page reaches the network',
    proofs: [
      held('tests/architecture/portable-app.test.ts', 'bundles for no platform'),
      held('tests/architecture/page-network.test.ts', 'nothing of the page but the typed client reaches the network'),
    ],
    remains: 'Whoever hosts a page can change it; the companion lets in a hosted page only when you name its origin',
  },
  {
    threat: 'A dependency, or what is published, is not what was written',
    stops:
      'Few dependencies (none in core), exact versions, a lock file for every platform; packages are built from the sources and held against them',
    proofs: [
      held('tests/architecture/layers.test.ts', '%s imports only what it may'),
      held('tests/packages/lock-file.test.ts', 'the lock file of %s holds every platform of every package'),
      held('tests/release/tarballs.test.ts', '%s holds what its sources compile to'),
    ],
    remains:
      'Dependencies are trusted once their integrity hash fits; see [SECURITY.md](../../SECURITY.md) for how to report a hole',
  },
];
