import { createReadStream } from 'node:fs';

const trailer = 0x3b;
const extension = 0x21;
const imageDescriptor = 0x2c;

/** Returns whether a GIF has its end (GIF89a block structure); the decoder accepts truncated ones. */
export async function hasGifEnd(file: string): Promise<boolean> {
  const walk = blocks();
  let wanted = walk.next();
  let buffered: Buffer = Buffer.alloc(0);
  let skipped = 0;
  for await (const chunk of createReadStream(file)) {
    buffered = buffered.length > 0 ? Buffer.concat([buffered, chunk as Buffer]) : (chunk as Buffer);
    while (!wanted.done) {
      const { skip, take } = wanted.value;
      const rest = skip - skipped;
      if (buffered.length < rest + take) {
        const skippable = Math.min(rest, buffered.length);
        skipped += skippable;
        buffered = buffered.subarray(skippable);
        break;
      }
      const bytes = buffered.subarray(rest, rest + take);
      buffered = buffered.subarray(rest + take);
      skipped = 0;
      wanted = walk.next(bytes);
    }
    if (wanted.done) return wanted.value;
  }
  return false;
}

interface Wanted {
  skip: number;
  take: number;
}

function* blocks(): Generator<Wanted, boolean, Buffer> {
  let skip = colourTableSize((yield { skip: 10, take: 1 })[0]!) + 2;
  for (;;) {
    const kind = (yield { skip, take: 1 })[0]!;
    if (kind === trailer) return true;
    if (kind === extension) skip = 1;
    else if (kind === imageDescriptor) skip = colourTableSize((yield { skip: 8, take: 1 })[0]!) + 1;
    else return false;
    // Sub-blocks, each preceded by its length, end with an empty one.
    for (let length = -1; length !== 0; skip = length) length = (yield { skip, take: 1 })[0]!;
  }
}

/** Returns the bytes of the colour table that follows a packed field. */
function colourTableSize(packed: number): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 0x07) + 1) : 0;
}
