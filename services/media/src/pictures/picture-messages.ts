import type { WireProblem } from '@docfolio/service-kit/rpc/envelope';
import type { PictureWork } from './picture-work.js';

/** A call of `PictureWork` for the picture program. It gets one at a time. */
export type PictureCall = {
  [Name in keyof PictureWork]: { work: Name; args: Parameters<PictureWork[Name]> };
}[keyof PictureWork];

export type PictureOutcome = { result: unknown } | WireProblem | { error: string };
