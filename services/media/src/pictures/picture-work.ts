import type { Picture } from './re-encode.js';

export interface PreparedPicture extends Picture {
  placeholder: string;
}

/** The work on the bytes of pictures. Paths are those of local files. */
export interface PictureWork {
  /** Re-encodes an uploaded picture and makes its placeholder. @throws ProblemError as `reEncode` */
  prepare(source: string, target: string): Promise<PreparedPicture>;
  /** As `writeVariant` of variant.ts. */
  writeVariant(source: string, animated: boolean, width: number, target: string): Promise<void>;
}

/** Media type of variants. */
export const variantType = 'image/webp';

export const pictureWorkToken = Symbol('PictureWork');
