import { randomBytes } from 'node:crypto';
import { type ImageType, imageTypes } from '@docfolio/contracts/image';

// How the bucket is laid out: an original under its name, its variants in a folder of that name.

const folder = 'variants';

/** Prefix of the objects that the sweep has set aside. */
export const quarantine = 'quarantine/';

/** A name for a new image: `<milliseconds>-<random>.<extension>` (specification, section 5); 64 random bits. */
export function newImageName(type: ImageType): string {
  const random = randomBytes(8).readBigUInt64BE().toString(36).padStart(13, '0');
  return `${Date.now()}-${random}.${imageTypes[type]}`;
}

/** Name of the object that holds a variant. @param width pixels */
export function variantObject(name: string, width: number): string {
  return `${folder}/${name}/${width}.webp`;
}

/** The image that an object belongs to. */
export function imageOfObject(object: string): string {
  const [first = '', second] = object.split('/');
  return first === folder && second !== undefined ? second : first;
}
