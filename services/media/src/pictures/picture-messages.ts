import { problem } from '@docfolio/contracts/core/problem';
import { z } from 'zod';

/** A call of `PictureWork` for the picture program. It gets one at a time. */
export type PictureCall = { id: number } & (
  | { work: 'prepare'; args: [source: string, target: string] }
  | { work: 'writeVariant'; args: [source: string, animated: boolean, width: number, target: string] }
);

/** The result of a call, its problem, or the message of another error. */
const pictureOutcome = z.union([
  z.strictObject({ problem, retry_after: z.number().optional() }),
  z.strictObject({ error: z.string() }),
  z.strictObject({ result: z.json() }),
]);
export type PictureOutcome = z.output<typeof pictureOutcome>;

/** A message of the picture program: it reads foreign bytes, so its messages are checked. */
export const pictureReply = z.strictObject({ id: z.int(), outcome: pictureOutcome });
export type PictureReply = z.output<typeof pictureReply>;
