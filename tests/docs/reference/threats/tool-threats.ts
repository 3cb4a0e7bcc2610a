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
    threat: 'Secrets of the environment reach a tool, or secrets in output reach a model',
    stops: 'An allow-list for the environment; output is redacted before it is cut, shown or sent',
    proofs: [
      guard('environment of children'),
      here('redaction before a model sees output'),
      attack('a program that looks at its surroundings'),
    ],
    remains: 'Redaction is best effort: a secret without a telling form passes, unless it is named',
  },
  {
    threat: 'Somebody changes what was put on record',
    stops: 'A chain of hashes over all lines and files, with its end kept beside it',
    proofs: [
      here('the hash of a line on record'),
      held('packages/node/src/audit/verify-audit-log.test.ts', 'a byte that is flipped anywhere in a line shows'),
    ],
    remains: 'No key: whoever can write everything anew leaves no trace. Keep receipts elsewhere',
  },
];
