import { companionBench } from './companion.ts';
import { compileBench } from './compile.ts';
import { edgeBench } from './edge.ts';
import { growthBench } from './growth.ts';
import { heldByTests } from './held-by-tests.ts';
import { machineBench } from './machine.ts';
import { pageBench } from './page.ts';
import { redactBench } from './redact.ts';
import { reportsBench } from './reports.ts';
import type { Measured } from './row.ts';
import { shareBench } from './share.ts';
import { sizesBench } from './sizes-bench.ts';
import { validatorBench } from './validator.ts';

/** One bench by its name. */
export interface Bench {
  /** Its heading on the page. */
  readonly title: string;
  /** What it measures and against what, in a sentence or two. */
  readonly about: string;
  readonly measure: () => Promise<Measured>;
}

/** Every bench, in the order of the page. */
export const BENCHES: Readonly<Record<string, Bench>> = {
  compile: {
    title: 'Compiling a document',
    about:
      'Compiling somebody’s document for a provider against `JSON.parse` of the same text: what every agent does anyway.',
    measure: compileBench,
  },
  growth: {
    title: 'From ten commands to many',
    about:
      'The same work for growing documents, made of real commands of the Fig corpus; and looking one command up, which must not care how many others there are.',
    measure: growthBench,
  },
  redact: {
    title: 'Taking secrets out of output',
    about: 'The result filter against the specification’s patterns and against secretlint, on the same log.',
    measure: redactBench,
  },
  validator: {
    title: 'Checking the shape of a document',
    about:
      'The table that is generated from the JSON Schema against Ajv, which compiles the schema at run time, and against Ajv’s own code compiled ahead. All three say the same of the same documents; ours also says where, which here it is not asked for.',
    measure: validatorBench,
  },
  share: {
    title: 'Share links',
    about:
      'Letters of a link and the time to make and open one, against what others put a text into an address with. A link of ours buys few letters with time.',
    measure: shareBench,
  },
  machine: {
    title: 'Discovery and calls on this machine',
    about:
      'A scan of the PATH against listing it, a call against a bare `child_process.spawn`, and memory under a flood of output.',
    measure: machineBench,
  },
  companion: {
    title: 'The companion',
    about:
      'The companion as a process of its own, over real sockets, against a Hono route that does nothing but send the same bytes (or the same text, which is encoded each time). Calls run in the sandbox.',
    measure: companionBench,
  },
  edge: {
    title: 'The Worker in workerd',
    about:
      'The edge Worker against a Worker with the same bindings that returns the same bytes, each in a workerd of its own.',
    measure: edgeBench,
  },
  page: {
    title: 'The page',
    about:
      'The built page as the built companion serves it, in Chromium: what it loads, Lighthouse three times with each preset, and typing by real key events until the new output is painted.',
    measure: pageBench,
  },
  sizes: {
    title: 'What an import costs',
    about: 'Of `@atip/core`, minified by a bundler and gzipped. There is no input that grows.',
    measure: sizesBench,
  },
  reports: {
    title: 'What is read and inferred',
    about: 'How right importers and inferred effects are, counted anew against what people counted and labelled.',
    measure: reportsBench,
  },
  tests: {
    title: 'What tests hold',
    about: 'Promises that are no figures, and the tests that hold them; they were run for this page.',
    measure: heldByTests,
  },
};
