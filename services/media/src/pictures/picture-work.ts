import { type ImageType, imageTypes } from '@docfolio/contracts/entities/image';
import { z } from 'zod';

export const preparedPicture = z.strictObject({
  type: z.enum(Object.keys(imageTypes) as [ImageType, ...ImageType[]]),
  /** Pixels of a frame, after rotation. */
  width: z.int(),
  height: z.int(),
  animated: z.boolean(),
  /** The source has frames that the stored picture lacks. */
  animation_lost: z.boolean(),
  placeholder: z.string(),
});
export type PreparedPicture = z.output<typeof preparedPicture>;

/** The work on the bytes of pictures. Paths are those of local files. */
export interface PictureWork {
  /**
   * Re-encodes an uploaded picture and makes its placeholder. An aborted `signal` may end the work early.
   * @throws ProblemError as `reEncode`
   */
  prepare(source: string, target: string, signal?: AbortSignal): Promise<PreparedPicture>;
  /** As `writeVariant` of variant.ts. */
  writeVariant(source: string, animated: boolean, width: number, target: string): Promise<void>;
}

/** Media type of variants. */
export const variantType = 'image/webp';

export const pictureWorkToken = Symbol('PictureWork');
