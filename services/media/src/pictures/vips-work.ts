import type { PictureWork } from './picture-work.js';
import { placeholderOf } from './placeholder.js';
import { reEncode } from './re-encode.js';
import { writeVariant } from './variant.js';

/** Does the work in this process, by libvips. */
export const vipsWork: PictureWork = {
  prepare: async (source, target) => {
    const picture = await reEncode(source, target);
    return { ...picture, placeholder: await placeholderOf(target) };
  },
  writeVariant,
};
