import {
  type ConfirmationContext,
  createExecutor,
  type ExecutorConfig,
  RequiresConfirmationError,
  type ToolCall,
} from '@atip/core';

/** What stands between an SDK that asks a person, and an executor that has to know what they were asked. */
export interface Approvals {
  /** What a person has to agree to before this call runs. Absent: it runs unasked, or is refused whatever they say. */
  question(call: ToolCall): Promise<ConfirmationContext | undefined>;
  /** The executor's `confirmationHandler`: yes to the command line that `question` gave for this id, once. */
  confirmationHandler(context: ConfirmationContext): Promise<boolean>;
}

/**
 * Binds an SDK's approvals to command lines.
 *
 * An SDK keeps approvals by the id of a call, and ids are the model's to write: of two calls with one id, the approval of the
 * first could run the second. Here an id stands for one command line only. A second one makes it worthless, and so does its
 * use.
 */
export function createApprovals(config: ExecutorConfig): Approvals {
  const {
    run: _run,
    onDecision: _onDecision,
    policy: { confirmationHandler: _handler, ...policy } = {},
    ...rest
  } = config;
  // Core's executor without `run` takes a call through every check and can start nothing.
  const checker = createExecutor({ ...rest, policy });
  /** Ids and the command lines they stand for; null for none any more. */
  const shown = new Map<string, string | null>();
  return {
    async question(call) {
      const context = await checker.execute(call).then(() => undefined, contextOf);
      if (!context) return undefined;
      const argv = JSON.stringify(context.argv);
      shown.set(call.id, shown.has(call.id) && shown.get(call.id) !== argv ? null : argv);
      return context;
    },
    async confirmationHandler({ call, argv }) {
      const isShown = shown.get(call.id) === JSON.stringify(argv);
      shown.set(call.id, null);
      return isShown;
    },
  };
}

/** Every other refusal comes again, with its reason, from the executor that would have run the call. */
function contextOf(error: unknown): ConfirmationContext | undefined {
  return error instanceof RequiresConfirmationError ? error.context : undefined;
}
