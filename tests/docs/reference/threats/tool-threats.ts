import { attack, both, guard, held, here, type Threat } from './threat.ts';

/** What tools, and what is said of them, can do on a machine. */
export const TOOL_THREATS: readonly Threat[] = [
  {
    threat: 'A model is talked into an argument that is an option, another command, or code',
    stops: 'Names come from metadata; values are `--name=value`, stand behind `--`, or are refused; never a shell',
    proofs: [
      here('values that would be options'),
      here('values that would be commands'),
      both('tests/attacks/injection/git-remote-tricks.ts', 'clone: `--upload-pack=./sub/run`'),
      both('tests/attacks/injection/curl-tricks.ts', 'an option that the document does not have, `output`'),
      attack('line breaks in an argument'),
    ],
    remains:
      'A program that interprets a value itself: SQL for sqlite3, a script for sh. The document has to say that it is dangerous',
  },
  {
    threat: 'A value begins with `+`, which vi, less and others take for a command of their own',
    stops: 'It stands behind `--`, is written as `./+…`, or is refused, unless the document says `x-plus`',
    proofs: [
      here('values that begin with a plus'),
      both('tests/attacks/injection/vi.ts', 'file `+:!touch pwned`'),
      both('tests/attacks/injection/vi.ts', 'a second file `+w! pwned`'),
    ],
    remains: 'A program with options of another form still, such as `key=value`: its document has to name them',
  },
  {
    threat: 'An option names the program, library, configuration, template, host, log or file that counts for the call',
    stops:
      'Our documents say of each such option what it can do, so that a person is asked; a test fails for one that nobody judged',
    proofs: [
      both('tests/attacks/unasked.test.ts', 'harm after a yes, a question without'),
      held(
        'tests/shims/option-classes.test.ts',
        'every option that may take a program, a library, a configuration, a host or a file has the effects of its class',
      ),
    ],
    remains:
      '`destructive` also stands for “sends a file” and “opens a port”: whoever allows destruction allows both. A build runs what the project names, `git push` sends to the remote that is configured, `file://` of aws and `@file` of az send a file to the account of the person; nobody is asked about these. Documents of others are not checked for this',
  },
  {
    threat:
      'A model makes up an option, such as a dry run, and what runs without it is another call than the one it meant',
    stops: 'What the command does not have is refused when the call is to run',
    proofs: [guard('no made-up parameters'), guard('no made-up parameters in the executor')],
    remains: 'A document that lacks an option which the program has makes a good call fail',
  },
  {
    threat: 'A call does more than its command says, by an option, or the document is silent',
    stops:
      '`x-effects` of options raise the effects of a call; what is not stated is taken for the worst that the policy restricts',
    proofs: [here('effects of the options that a call gives'), here('silence is no permission')],
    remains: 'A policy restricts only what it names: an absent field allows',
  },
  {
    threat: 'A tool does what its metadata does not say',
    stops:
      'A sandbox made from the effects, tried out before it counts; below the trust of an organisation nothing runs without it',
    proofs: [
      both('tests/attacks/lying-tool.test.ts', 'a tool that lies about what it does is stopped, whatever it tries'),
    ],
    remains:
      '`network: true` is all of it, this machine included; without bubblewrap a trusted tool runs unheld, and its result says so; macOS is untested',
  },
  {
    threat:
      'A tool leaves, in a directory that it may write to, what other programs run: a hook, an `.envrc`, an editor task',
    stops:
      'What exists of it is read-only at any depth; what is new is moved aside after the run; what a clone brought is named, and where git would run something of it, no tool of ours runs until a person releases the directory (`atip trust`)',
    proofs: [
      both(
        'tests/attacks/stranger-repository.test.ts',
        'seen without the guards: two calls, and the next `git status` gives the key away',
      ),
      held('tests/attacks/stranger-repository.test.ts', 'the clone is held, so that Git does not find the repository'),
      held('tests/attacks/planted.test.ts', 'what other programs run is not left planted'),
      held(
        'tests/attacks/planted-by-call.test.ts',
        'a call that names a held directory is refused, and runs when it is released',
      ),
      held('tests/attacks/git-at-work.test.ts', 'what a pull brought for editors and shells is moved aside'),
    ],
    remains:
      'Ordinary source (`package.json`, `Makefile`, workflows, `CLAUDE.md`, `node_modules`) can be changed. Until the run ends, and for good when our process is killed, what is new lies there. Without a sandbox nothing is looked for',
  },
  {
    threat: 'A tool that only reads takes keys, tokens, browser profiles or histories from the home',
    stops: 'The places in which known programs keep them are hidden in the sandbox',
    proofs: [
      here('secrets of the home'),
      held(
        'tests/attacks/readable-secrets.test.ts',
        'what a program without network reads of a home full of credentials',
      ),
    ],
    remains:
      'A file whose name we do not know is readable (4 of the 168 in the test), and so is the `.env` of the project; without a sandbox all of them are',
  },
  {
    threat: 'A tool without write opens a named pipe or a device, and a program outside obeys what arrives',
    stops:
      'Landlock (Linux 5.19 or later): nothing opens for writing but what the tool may write to, or the tool is not started',
    proofs: [
      both('tests/attacks/named-pipes.test.ts', 'a tool without write cannot write into a pipe of the home'),
      both('tests/attacks/named-pipes.test.ts', 'a host process that obeys what it reads from a pipe is not reached'),
    ],
    remains:
      'Pipes in a writable directory, also below what is protected there; reading from any pipe that is visible. Without Landlock only pipes that exist in the working directory, the home and the directory of the program are covered, up to 20,000 entries; the report and the status say so',
  },
  {
    threat: 'A tool hangs, floods, or leaves something running',
    stops:
      'Time and bytes are bounded; the group, whatever carries the mark of the run, and in a sandbox the whole PID namespace are ended',
    proofs: [
      both('tests/attacks/leftovers.test.ts', 'held by %s: what is left when the process that ran them all is killed'),
    ],
    remains: 'Without a sandbox, a program that replaces its environment outlives its call',
  },
  {
    threat: 'Looking for tools runs something harmful',
    stops:
      'Programs are read, not run; only those with a marker are asked, in a sandbox; what others can write is passed over',
    proofs: [
      both(
        'tests/attacks/hostile-tools.test.ts',
        'the same program without a marker would have run, had it been named',
      ),
      held(
        'tests/attacks/hostile-tools.test.ts',
        'a PATH of hostile programs costs a code each; what carries no marker is not run, and nothing is left',
      ),
      here('programs that others can write over'),
    ],
    remains: 'Access control lists are not read; a program that you name is asked',
  },
  {
    threat: "A program takes another's name, or is replaced after it was found",
    stops: 'A tool is its path and the digest of its bytes, which are looked at before each call',
    proofs: [
      held(
        'tests/attacks/hostile-tools.test.ts',
        'a program that is replaced between its discovery and the call does not run',
      ),
    ],
    remains: 'Libraries that a program loads are not part of its digest',
  },
  {
    threat: 'Secrets of the environment reach a tool',
    stops: 'An allow-list for the environment of children',
    proofs: [guard('environment of children'), attack('a program that looks at its surroundings')],
    remains: 'A variable that you name for tools, such as `GH_TOKEN`, reaches every tool',
  },
  {
    threat: 'Secrets in what a program writes reach a model or the record',
    stops: 'Output is redacted, each stream by itself, before it is cut, shown or sent; so is the record',
    proofs: [
      here('redaction before a model sees output'),
      held('tests/redaction/redaction.test.ts', 'every form of a secret is found, but for those that nothing tells'),
      held('tests/redaction/redaction.test.ts', 'an ordinary output is left alone'),
    ],
    remains:
      'Best effort: of 140 forms 9 pass. Random characters without prefix, key or header; a secret that is broken over two lines; of an unquoted password of several words all but the first; base64 inside base64',
  },
  {
    threat: 'An error tells a model where files lie, who the user is and how the machine is called',
    stops:
      'Errors that a model reads have no absolute path, user name or host name; terminal, page and record keep them',
    proofs: [
      here('errors without places'),
      held('packages/node/src/execute/hide-places.test.ts', 'the name of this machine goes too'),
    ],
    remains:
      "A program's own output is not changed, nor what policy and document say. The HTTP answers of the companion are for its person, and keep places",
  },
  {
    threat: 'Somebody changes what was put on record',
    stops: 'A chain of hashes over all lines and files, with its end kept beside it',
    proofs: [
      here('the hash of a line on record'),
      held('packages/node/src/audit/verify-audit-log.test.ts', 'a byte that is flipped anywhere in a line shows'),
      held(
        'packages/node/src/audit/tampering.test.ts',
        'the log is deleted with its head: the list says that there was one, also after the log was begun anew',
      ),
    ],
    remains:
      'No key: whoever has your rights can write a chain anew with its head, or delete the log, its head and its line in the list, and `verify` shows neither. Keep receipts elsewhere',
  },
  {
    threat: 'Refused calls, as many as somebody likes, push what happened off the record',
    stops:
      'They have a chain and a rotation of their own, with 1 KiB of argv each; what rotation removed is on record, and `verify` says it',
    proofs: [
      here('a file of their own for refused calls'),
      held(
        'packages/node/src/audit/refused-calls.test.ts',
        'refused calls of 25 kB each evict nothing of what was before them',
      ),
    ],
    remains: 'Calls that are allowed can: a log keeps about 72 MiB of them',
  },
];
