import type { ConfirmationContext, ToolCall } from '@atip/core';
import { createSlots } from '@atip/node/internal';
import { createToolkit, forModel, type Toolkit } from '../toolkit.ts';
import type { ToolkitSettings } from '../types.ts';

/** Where approvals are kept between a question and its call: a Map, or something that outlives the process. */
export interface ApprovalStore {
  get(id: string): string | undefined | Promise<string | undefined>;
  set(id: string, value: string): unknown;
}

export interface AdapterSettings extends ToolkitSettings {
  /** Absent: a Map, so that an approval holds in this process only. */
  readonly approvals?: ApprovalStore;
}

/** Stands between an SDK that asks a person, and an executor that has to know the question. */
export interface ApprovedCalls extends Toolkit {
  /** The question to which a person has to agree before this call runs. Absent: it runs unasked, or is refused whatever they say. */
  question(call: ToolCall): Promise<ConfirmationContext | undefined>;
  /** Runs a call, with a yes to what `question` gave for its id, once. @throws AtipExecuteError for a call that is refused */
  run(call: ToolCall, signal?: AbortSignal): Promise<string>;
}

/** Stands for an approval that was used, or could be for two calls. */
const WORTHLESS = '';
const NEVER = new AbortController().signal;

/**
 * Binds an SDK's approvals to what was shown: program, arguments, directory and effects.
 *
 * An SDK keeps approvals by the id of a call, and ids are the model's to write: of two calls with one id, the approval of the
 * first could run the second. Here an id stands for one hash only. A second one makes it worthless, and so does its use.
 */
export async function approvedCalls({ approvals = new Map(), ...settings }: AdapterSettings): Promise<ApprovedCalls> {
  // An SDK starts all calls of one answer at the same time; two programs that write must not run beside each other.
  const toolkit = await createToolkit({ parallel: 1, ...settings });
  const { executor } = toolkit;
  // Of two that look at one id at the same time, both would find it unused.
  const inTurn = createSlots(1);
  const swap = (id: string, next: (shown: string | undefined) => string): Promise<string | undefined> =>
    inTurn.use(NEVER, async () => {
      const shown = await approvals.get(id);
      await approvals.set(id, next(shown));
      return shown;
    });
  const confirmationHandler = async ({ call, hash }: ConfirmationContext): Promise<boolean> => {
    const shown = await swap(call.id, () => WORTHLESS);
    return shown !== WORTHLESS && shown === hash;
  };
  return {
    ...toolkit,
    async question(call) {
      const context = await executor.question(call);
      const { hash } = context ?? {};
      if (hash === undefined) return undefined;
      await swap(call.id, (shown = hash) => (shown === hash ? hash : WORTHLESS));
      return context;
    },
    async run(call, signal) {
      const answer = toolkit.search(call);
      if (answer) return answer.text;
      try {
        return (await executor.execute(call, { confirmationHandler, ...(signal && { signal }) })).content;
      } catch (error) {
        throw forModel(error, call, settings.onError);
      }
    },
  };
}
