import type { ConfirmationContext, ToolCall } from '@atip/core';
import { createSlots } from '@atip/node/internal';
import { createToolkit, forModel, type Toolkit } from '../toolkit.ts';
import { IN_THIS_PROCESS } from '../pending.ts';
import type { TakenApprovals, ToolkitSettings } from '../types.ts';

/**
 * Stores approvals between a question and its call: a Map, or a store that outlives the process. One that several
 * processes share needs `take`.
 */
export interface ApprovalStore extends Partial<TakenApprovals> {
  get(id: string): string | null | undefined | Promise<string | null | undefined>;
  set(id: string, value: string): unknown;
}

export interface AdapterSettings extends ToolkitSettings {
  /** Absent: a Map, so that an approval only counts in this process. */
  readonly approvals?: ApprovalStore;
}

/** Connects an SDK that asks a person with an executor that must know the question. */
export interface ApprovedCalls extends Omit<Toolkit, 'run'> {
  /**
   * The question that a person has to approve before this call runs. Absent: it runs without one, or is refused anyway.
   */
  question(call: ToolCall): Promise<ConfirmationContext | undefined>;
  /** Runs a call, with an approval of the question for its id, once. @throws AtipExecuteError for a refused call */
  run(call: ToolCall, signal?: AbortSignal): Promise<string>;
}

/** Marks an approval that was used, or could belong to two calls. */
const WORTHLESS = '';
const NEVER = new AbortController().signal;
/** For each store: two concurrent look-ups of one id would both find it unused, whichever tools look. */
const turns = new WeakMap<ApprovalStore, ReturnType<typeof createSlots>>();

/**
 * Binds an SDK's approvals to the shown program, arguments, directory and effects.
 *
 * An SDK keeps approvals by the id of a call, and the model writes ids: with two calls of one id, the approval of the
 * first could run the second. Here an id belongs to one hash only. A second hash invalidates it, and so does its use.
 */
export async function approvedCalls({ approvals = new Map(), ...settings }: AdapterSettings): Promise<ApprovedCalls> {
  // An SDK starts all calls of one answer at the same time; two writing programs must not run side by side.
  const toolkit = await createToolkit({ parallel: 1, ...settings });
  const { executor } = toolkit;
  const inTurn = turns.get(approvals) ?? createSlots(1);
  turns.set(approvals, inTurn);
  const swap = (id: string, next: (shown: string | undefined) => string): Promise<string | undefined> =>
    inTurn.use(NEVER, async () => {
      const shown = (await approvals.get(id)) ?? undefined;
      await approvals.set(id, next(shown));
      return shown;
    });
  const confirmationHandler = async ({ call, hash }: ConfirmationContext): Promise<boolean> => {
    const shown = await swap(call.id, () => WORTHLESS);
    if (hash === undefined || shown !== hash) return false;
    // Other tools of this process may have asked about the same call, each with a Map of its own.
    return (await (approvals.take ? approvals.take(call.id) : IN_THIS_PROCESS.take(`${call.id} ${hash}`))) === true;
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
      try {
        return await toolkit.run(call, { confirmationHandler, signal });
      } catch (error) {
        throw forModel(error, call, settings.onError);
      }
    },
  };
}
