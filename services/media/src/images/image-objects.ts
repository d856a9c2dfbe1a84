import { randomBytes } from 'node:crypto';
import { type ImageType, imageTypes } from '@docfolio/contracts/entities/image';

// Objects in the bucket: an original under its name, its variants under `variants/<name>/`, and the builds of remotes,
// which belong to another feature.

const folder = 'variants';

export const quarantine = 'quarantine/';
const builds = 'remotes/';

/** Returns a new name: `<ms since the epoch>-<64 random bits in base 36>.<extension>` (specification, section 5). */
export function newImageName(type: ImageType): string {
  const random = randomBytes(8).readBigUInt64BE().toString(36).padStart(13, '0');
  return `${Date.now()}-${random}.${imageTypes[type]}`;
}

export function variantObject(name: string, width: number): string {
  return `${folder}/${name}/${width}.webp`;
}

/** Returns whether an object is an original or a variant, neither quarantined nor of a build of a remote. */
export function isImageObject(object: string): boolean {
  return !object.startsWith(quarantine) && !object.startsWith(builds);
}

export function imageOfObject(object: string): string {
  const [first = '', second] = object.split('/');
  return first === folder && second !== undefined ? second : first;
}
