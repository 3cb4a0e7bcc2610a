import { createHash } from 'node:crypto';
import { flattenCommands } from '@atip/core';
import { escapeUnseen, stated } from '@atip/core/internal';
import type { FoundTool } from '@atip/node';
import {
  type PastedDocument,
  ProgramError,
  quoteElement,
  type RefusedText,
  savedDocuments,
  systemErrorCode,
} from '@atip/node/internal';
import { Hono } from 'hono';
import { ProblemError } from '../http/problem.ts';
import { operation } from '../http/operation.ts';
import { flag, type Infer, object, oneOf, optional, text, type TypedSchema, wholeNumber } from '../http/schema.ts';
import type { CompanionEnv, CompanionPorts } from '../ports.ts';
import { createInTurn } from '../shares/short-links.ts';
import { findTool } from '../tools/tool-catalog.ts';
import { callProblem, programOf } from './check-request.ts';
import { countDestroying } from './tools.ts';

const DOCUMENT_REQUEST = object('DocumentRequest', {
  text: text('An ATIP document, or a help text or man page.'),
  name: optional(text('Of the program, where the text does not say it.')),
  approve: optional(text('The hash of the plan that a person agreed to.')),
});
export type DocumentRequest = Infer<typeof DOCUMENT_REQUEST>;

const DOCUMENT_PLAN = object('DocumentPlan', {
  name: text(),
  program: text('Absolute path.'),
  file: text('Where it will be written.'),
  commands: wholeNumber({ minimum: 0 }),
  destroys: wholeNumber({ minimum: 0, description: 'Commands that destroy by themselves.' }),
  replaces: flag('True: a file is there, and is not kept.'),
  known: optional(
    object('KnownDocument', {
      source: text('The file, program or package of the better document.'),
      stays: flag('True: that one goes on counting, and the saved one does not.'),
    }),
  ),
});
export type DocumentPlan = Infer<typeof DOCUMENT_PLAN>;

/**
 * First the plan with the hash that approves it, then that the document is saved. `terminal`: the companion asks there
 * once more.
 */
export type DocumentAnswer =
  | {
      readonly state: 'confirmation-required';
      readonly hash: string;
      readonly where: 'page' | 'terminal';
      readonly plan: DocumentPlan;
    }
  | { readonly state: 'saved'; readonly name: string; readonly file: string };

const DOCUMENT_ANSWER = object('DocumentAnswer', {
  state: oneOf(['confirmation-required', 'saved']),
  hash: optional(text()),
  where: optional(oneOf(['page', 'terminal'])),
  plan: optional(DOCUMENT_PLAN),
  name: optional(text()),
  file: optional(text()),
}) as TypedSchema<DocumentAnswer>;

const NO_DOCUMENT = [
  'nothing-found',
  'name-needed',
  'invalid-metadata',
  'hidden-characters',
  'unusable-commands',
] as const;

export const savedDocumentRoutes = new Hono<CompanionEnv>()
  .post(
    '/api/v1/documents',
    operation(
      'saveDocument',
      'Saves a document for a program of this machine, once its plan is approved; runs nothing',
      {
        body: DOCUMENT_REQUEST,
        answer: DOCUMENT_ANSWER,
        status: 201,
        problems: {
          403: ['confirmation-denied'],
          404: ['program-not-found'],
          409: [
            'hash-mismatch',
            'file-in-the-way',
            'confirm-in-terminal',
            'executable-unreadable',
            'checksum-mismatch',
          ],
          413: ['document-too-large'],
          422: [...NO_DOCUMENT, 'unsafe-name', 'name-mismatch'],
          500: ['document-not-written'],
        },
      },
    ),
    async (c) => {
      const body = c.req.valid('json');
      if (body.approve !== undefined) return c.var.answer(await inTurn('', () => save(body, c.req.raw.signal, c.env)));
      const { hash, plan } = await planOf(body, c.env);
      const where = c.env.host.ask ? 'terminal' : 'page';
      return c.var.answer({ state: 'confirmation-required', hash, where, plan }, 200);
    },
  )
  .delete(
    '/api/v1/documents/:name',
    operation('removeDocument', 'Removes a document that was saved here', {
      params: { name: text() },
      problems: { 404: ['unknown-document'], 409: ['confirm-in-terminal'] },
    }),
    async (c) => {
      const { host, catalog } = c.env;
      // Without the document a call may be allowed that is asked about now.
      if (host.ask) throw elsewhere('Remove the file by hand.');
      const wasThere = await inTurn('', () => savedDocuments(host.env).remove(c.req.param('name')));
      if (!wasThere) throw new ProblemError(404, 'unknown-document', 'No document of this name was saved here.');
      await catalog.refresh();
      return c.body(null, 204);
    },
  );

/** Checks and carries out approved plans one after another: two could replace the same file. */
const inTurn = createInTurn();

async function save(body: DocumentRequest, signal: AbortSignal, ports: CompanionPorts): Promise<DocumentAnswer> {
  const { host, askToSave, catalog } = ports;
  const { plan } = await approved(body, ports);
  if (host.ask) {
    if (!askToSave) throw elsewhere(`Write ${plan.file} by hand.`);
    if (!(await askToSave(questionOf(plan), signal)))
      throw new ProblemError(403, 'confirmation-denied', 'It was denied.');
  }
  // Again, because a person may take minutes to answer.
  const { document } = await approved(body, ports);
  await savedDocuments(host.env)
    .save(document)
    .catch((cause: unknown) => {
      const code = systemErrorCode(cause);
      if (code === undefined) throw cause;
      throw new ProblemError(500, 'document-not-written', `${plan.file} cannot be written (${code}).`, { cause });
    });
  await catalog.refresh();
  return { state: 'saved', name: plan.name, file: plan.file };
}

/** @throws ProblemError 409 `hash-mismatch` when it is not the approved plan */
async function approved(body: DocumentRequest, ports: CompanionPorts) {
  const planned = await planOf(body, ports);
  if (planned.hash === body.approve) return planned;
  const detail = 'The text, the program or the file changed after the plan was approved. Ask for the plan again.';
  throw new ProblemError(409, 'hash-mismatch', detail);
}

function elsewhere(way: string): ProblemError {
  return new ProblemError(409, 'confirm-in-terminal', `This companion asks in its terminal. ${way}`);
}

/** The file to write and the program that it is for. The hash binds the bytes of the document, of the program and of the file as it is. */
async function planOf({ text: pasted, name: named }: DocumentRequest, { host, catalog }: CompanionPorts) {
  const reading = await savedDocuments(host.env).read(pasted, named);
  if ('refused' in reading) throw refusalOf(reading.refused);
  const { document } = reading;
  const { tool, file, text: written, present } = document;
  const program = await programOf(tool, undefined, host).catch((error: unknown) => {
    if (!(error instanceof ProgramError) || error.problem !== 'missing') throw callProblem(error);
    const detail = `No program called ${JSON.stringify(tool.name)} is on the PATH of this computer. Install it, then save again; or name the document after the program that it describes.`;
    throw new ProblemError(404, 'program-not-found', detail);
  });
  const bound = JSON.stringify([file, written, program.path, program.hash, present ?? null]);
  const plan: DocumentPlan = stated({
    name: tool.name,
    program: program.path,
    file,
    commands: flattenCommands(tool).length,
    destroys: countDestroying(tool),
    replaces: present !== undefined,
    known: knownOf(document, findTool(catalog.current(), tool.name)),
  });
  return { document, plan, hash: `sha256:${createHash('sha256').update(bound).digest('hex')}` };
}

/** The better document of the program: its own, another file, or the bundled one behind an earlier saved one. */
function knownOf({ file, bundled }: PastedDocument, found: FoundTool | undefined): DocumentPlan['known'] {
  if (found && found.source !== file)
    return { source: found.source, stays: found.origin === 'probed' || found.origin === 'tools' };
  return bundled === undefined ? undefined : { source: bundled, stays: false };
}

/** For a terminal, in lines. */
function questionOf({ name, program, file, commands, destroys, replaces, known }: DocumentPlan): readonly string[] {
  return [
    `A document of ${escapeUnseen(name)} is about to be saved.`,
    `  program   ${quoteElement(program)}`,
    `  file      ${quoteElement(file)}${replaces ? ', which is replaced' : ''}`,
    `  says      ${commands} commands; ${destroys} destroy by themselves`,
    ...(known ? [`  known     ${quoteElement(known.source)} describes it already`] : []),
  ];
}

function refusalOf({ code, reason }: RefusedText): ProblemError {
  if (code === 'file-in-the-way') return new ProblemError(409, code, reason);
  return new ProblemError(code === 'document-too-large' ? 413 : 422, code, reason);
}
