import { attack, both, guard, held, type Threat } from './threat.ts';

const E2E = 'tests/e2e/attacks.spec.ts';
const CHANGED = 'tests/attacks/changed-while-asked.test.ts';

/** Who reaches the companion, and as whom. */
export const COMPANION_THREATS: readonly Threat[] = [
  {
    threat: 'A page of another site, or a name rebound to this machine, sends requests',
    stops: 'Exact `Host` and `Origin`, `Sec-Fetch-Site`, JSON only, no cookie, no CORS but for origins that were named',
    proofs: [
      guard('Host'),
      guard('host of the request line'),
      guard('Origin'),
      guard('exact origins that are let in'),
      guard('Sec-Fetch-Site'),
      guard('JSON only'),
      held(E2E, 'a page whose name was rebound to this machine reaches no route, even with the token'),
    ],
    remains: 'A site can lead to the page by a link, and to nothing else',
  },
  {
    threat: 'Another user or program of this machine uses the API, or guesses its way in',
    stops: 'A token of 256 bits for a code of 128 bits that counts once and for a minute; tries are counted',
    proofs: [
      guard('token'),
      guard('a code counts once'),
      guard('tries of a code'),
      guard('tries of a token'),
      attack('the code of an older link'),
    ],
    remains: 'Whoever can read your files or your memory has the token; whoever has it can approve',
  },
  {
    threat: 'The token or another secret of the companion gets out',
    stops: 'It is in no argument, query, log or environment of a child; a file of mode 0600 only when asked for',
    proofs: [
      guard('what is ours is hidden from children'),
      attack('the list of processes'),
      attack("the companion's own environment"),
      attack('what the companion writes and keeps'),
      held('server/src/serve/token-file.test.ts', 'the token is for its owner alone, whatever the umask says'),
    ],
    remains: 'Without a sandbox a program that you run can read what you can, the token file included',
  },
  {
    threat: 'A client keeps it busy, or sends what two readers would understand differently',
    stops:
      'Bounds on bodies, time, connections, calls and starts; connections without the token give way to others; two lengths are refused',
    proofs: [
      guard('size of a body'),
      guard('time for a request'),
      guard('strangers give way'),
      guard('who is a stranger'),
      attack('many connections that say nothing'),
      attack('half-open connections, renewed as they are closed'),
    ],
    remains:
      'Whoever has the token can use up the slots; restarting ends that. A local program that connects without end costs time: every request with the token is answered, some of them late',
  },
  {
    threat: 'A page frames the question, or a click meant for something else approves',
    stops: '`frame-ancestors`, and half a second in sight before an answer counts',
    proofs: [both(E2E, 'the page is in no frame: by the guard, and by its headers where the guard is gone')],
    remains: 'Somebody who says yes without reading',
  },
  {
    threat: 'Something else runs than what was approved, or it runs twice',
    stops: 'An approval is for one hash over program, content, argv, directory and effects, and counts once',
    proofs: [
      guard('an approval is for one hash'),
      guard('an approval counts once'),
      guard('the hash is over the arguments'),
      attack('an approval for another command'),
    ],
    remains: 'The content of a script that argv names is not part of it',
  },
  {
    threat: 'Program, policy or document change while a person is asked',
    stops:
      'After the yes path, bytes and stamp are looked at again, and the call is checked again with policy and document as they are then, in the companion, `atip run`, MCP and the executor alike',
    proofs: [
      guard('the program is looked at again'),
      held(CHANGED, 'the yes was about the program as it was: %s'),
      held(CHANGED, 'a program that is described by nobody’s digest is the one that was asked about'),
    ],
    remains:
      'Between the last look and the start a moment is left to whoever could write the program anyway. A policy file is read anew by `atip run` alone: the others keep the one they were started with',
  },
  {
    threat: 'A client weakens the policy or the sandbox',
    stops: 'The stricter of both counts; a field that is not known is refused',
    proofs: [guard('the stricter policy'), guard('the stricter sandbox')],
    remains: 'The policy that you start it with is yours',
  },
  {
    threat: 'A path leads out of the page that is served',
    stops: 'Hidden files, odd separators and links that lead out are not served',
    proofs: [guard('links out of the page'), guard('hidden files of the page')],
    remains: '–',
  },
  {
    threat: 'What is on record, in metadata or in output works on a terminal, or hides in it',
    stops: 'Controls and invisible characters are taken out of output, and escaped one to one wherever a person reads',
    proofs: [
      guard('terminal sequences of a program'),
      guard('escapes in the log'),
      guard('escapes of `atip audit show`'),
      guard('hidden characters of a document that `atip` shows'),
      attack('terminal sequences in metadata'),
    ],
    remains: 'Letters of other scripts that look alike are shown as they are',
  },
];
