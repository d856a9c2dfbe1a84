import type { IncomingMessage } from 'node:http';

/** Bytes and milliseconds of a refused body that are read on before the connection is closed. */
const patience = { bytes: 10 * 1024 * 1024, ms: 2_000 };

/**
 * Reads what a refused request still sends, within bounds. A server that answers and closes while the client is still
 * writing resets the connection, and the client never sees why: RFC 9112, 9.6.
 */
export function drained(request: IncomingMessage): Promise<void> {
  if (request.complete || request.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    let left = patience.bytes;
    const stop = () => {
      clearTimeout(timer);
      request.off('data', onData).off('end', stop).off('close', stop);
      resolve();
    };
    const onData = (chunk: Buffer) => {
      left -= chunk.length;
      if (left < 0) stop();
    };
    const timer = setTimeout(stop, patience.ms);
    request.on('data', onData).once('end', stop).once('close', stop).resume();
  });
}
