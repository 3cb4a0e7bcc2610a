import type { ReactElement } from 'react';
import { Button } from '../components/controls.tsx';
import { Dialog } from '../components/Dialog.tsx';
import type { Tab } from '../document/working-copy.ts';
import { GIT } from '../features/start/index.ts';
import { usePage } from '../page/page-context.ts';

const LESSONS = [
  {
    who: 'Tool author',
    question: 'How does my tool look to an agent?',
    steps: [
      'Paste the tool’s --help on the start page. The page writes the ATIP document and marks what it inferred.',
      'Fix what Problems lists: each entry leads to its place, most offer a fix.',
      'Choose a provider in Output and read what its model is told.',
    ],
    tab: 'output',
  },
  {
    who: 'Agent developer',
    question: 'What do I paste into my program?',
    steps: [
      'Open a tool and leave out in the outline what the agent does not need.',
      'Copy a program from Output: it defines the tools, checks each call, asks, runs and answers.',
      'Paste an answer of your model in Try it, and see the exact command line behind it.',
    ],
    tab: 'output',
  },
  {
    who: 'Security reviewer',
    question: 'What could an agent destroy with this?',
    steps: [
      'Safety lists the ten worst commands first, with what three policies decide about each.',
      'A dashed ring means that the tool does not say; the policy then expects the worst.',
      'Diff shows what a new version may do that the old one did not.',
    ],
    tab: 'safety',
  },
  {
    who: 'Operator',
    question: 'How do I run calls safely on this computer?',
    steps: [
      'Start the companion and open its link: Connect this computer shows how.',
      'Try it checks a call before anything runs; what the policy asks about waits for your answer.',
      'Calls run in a sandbox, secrets are redacted, and each decision goes on record.',
    ],
    tab: 'try',
  },
] as const;

export function AboutDialog(): ReactElement {
  const { documents, dispatch, closeDialog } = usePage();
  const begin = (tab: Tab): void => {
    closeDialog();
    documents.openSample(GIT);
    dispatch({ type: 'choose-tab', tab });
  };
  return (
    <Dialog title="What is ATIP?" part="about" size="medium" onClose={closeDialog}>
      <div className="scroller stack about">
        <p>
          ATIP, the Agent Tool Introspection Protocol, is a JSON document by which a command-line tool tells an AI agent
          what each command does, which arguments it takes, and what it can destroy. A tool prints it for{' '}
          <code>--agent</code>.
        </p>
        <p>
          This workbench compiles the document for six model providers, shows what each policy would let happen, and
          turns a model’s call into the exact command line. Nothing that you paste leaves this page.
        </p>
        {LESSONS.map(({ who, question, steps, tab }) => (
          <section key={who} className="card stack" aria-label={who}>
            <div className="row">
              <h3 className="grow">
                {question} <span className="quiet">{who}</span>
              </h3>
              <Button small aria-label={`Begin with git: ${who}`} onClick={() => begin(tab)}>
                Begin with git
              </Button>
            </div>
            <ol className="steps">
              {steps.map((step) => (
                <li key={step}>{step}</li>
              ))}
            </ol>
          </section>
        ))}
        <p>
          <a href="./rules.html" target="_blank" rel="noopener">
            Rules of the specification
          </a>
          , in our words
        </p>
      </div>
    </Dialog>
  );
}
