import { createReadStream } from 'node:fs';

const trailer = 0x3b;
const extension = 0x21;
const imageDescriptor = 0x2c;

/**
 * Whether a GIF has its end: the decoder draws the frames of one that was cut off and says nothing. Looks at the frame of
 * the file alone (GIF89a, section 18 and following) and holds a chunk of it at a time.
 */
export async function hasGifEnd(file: string): Promise<boolean> {
  const walk = blocks();
  let wanted = walk.next();
  let held: Buffer = Buffer.alloc(0);
  let skipped = 0;
  for await (const chunk of createReadStream(file)) {
    held = held.length > 0 ? Buffer.concat([held, chunk as Buffer]) : (chunk as Buffer);
    while (!wanted.done) {
      const { skip, take } = wanted.value;
      const rest = skip - skipped;
      if (held.length < rest + take) {
        // Only what is skipped is let go of: what is to be looked at together has to come together.
        const gone = Math.min(rest, held.length);
        skipped += gone;
        held = held.subarray(gone);
        break;
      }
      const bytes = held.subarray(rest, rest + take);
      held = held.subarray(rest + take);
      skipped = 0;
      wanted = walk.next(bytes);
    }
    if (wanted.done) return wanted.value;
  }
  return false;
}

interface Wanted {
  /** Bytes that say nothing. */
  skip: number;
  /** And those after them, which do. */
  take: number;
}

function* blocks(): Generator<Wanted, boolean, Buffer> {
  let skip = colours((yield { skip: 10, take: 1 })[0]!) + 2;
  for (;;) {
    const kind = (yield { skip, take: 1 })[0]!;
    if (kind === trailer) return true;
    if (kind === extension) skip = 1;
    else if (kind === imageDescriptor) skip = colours((yield { skip: 8, take: 1 })[0]!) + 1;
    else return false;
    // Data in blocks of their own length, until an empty one.
    for (let length = -1; length !== 0; skip = length) length = (yield { skip, take: 1 })[0]!;
  }
}

/** Bytes of the colour table that a packed field announces. */
function colours(packed: number): number {
  return packed & 0x80 ? 3 * 2 ** ((packed & 0x07) + 1) : 0;
}
