import { ProblemError } from '@docfolio/contracts/core/problem';
import { toWire } from '@docfolio/service-kit/rpc/envelope';
import type { PictureCall, PictureOutcome, PictureReply } from './picture-messages.js';
import { vipsWork } from './vips-work.js';

// Does the work of pictures for the process that has started it (picture-process.ts), and ends with that.

async function outcomeOf(call: PictureCall): Promise<PictureOutcome> {
  try {
    if (call.work === 'prepare') return { result: { ...(await vipsWork.prepare(...call.args)) } };
    await vipsWork.writeVariant(...call.args);
    return { result: null };
  } catch (error) {
    // The request id is that of the caller, which makes the response.
    return error instanceof ProblemError ? toWire(error, '') : { error: (error as Error).message };
  }
}

process.on('message', (call: PictureCall) => {
  void outcomeOf(call).then((outcome) => process.send?.({ id: call.id, outcome } satisfies PictureReply));
});
process.once('disconnect', () => process.exit(0));
