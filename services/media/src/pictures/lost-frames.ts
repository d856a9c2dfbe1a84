import { readFile } from 'node:fs/promises';
import type { ImageType } from '@docfolio/contracts/entities/image';
import { brandsOf } from './picture-type.js';

/** Returns whether a file is an animation of a type of which only the first frame is read: PNG or AVIF. */
export async function hasLostFrames(file: string, type: ImageType): Promise<boolean> {
  if (type !== 'image/png' && type !== 'image/avif') return false;
  const bytes = await readFile(file);
  return type === 'image/png' ? isAnimatedPng(bytes) : brandsOf(bytes).includes('avis');
}

/** Looks for the chunk acTL with several frames, which stands before the first IDAT (PNG, third edition, section 11.3.3.3). */
function isAnimatedPng(bytes: Buffer): boolean {
  for (let at = 8; at + 12 <= bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'acTL') return bytes.readUInt32BE(at + 8) > 1;
    if (name === 'IDAT') return false;
  }
  return false;
}
