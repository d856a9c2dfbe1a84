import type { IncomingMessage } from 'node:http';

const drainLimits = { bytes: 10 * 1024 * 1024, ms: 2_000 };

/**
 * Reads the rest of a refused request's body, up to 10 MiB or 2 s: if the server closed the connection while the client
 * is sending, the client might never read the response (RFC 9112, section 9.6).
 * @returns whether all of it was read; if false, the response must close the connection
 */
export async function drainRefusedBody(request: IncomingMessage): Promise<boolean> {
  if (!request.complete && !request.destroyed) await drain(request);
  return request.complete;
}

function drain(request: IncomingMessage): Promise<void> {
  return new Promise((resolve) => {
    let remaining = drainLimits.bytes;
    const stop = () => {
      clearTimeout(timer);
      request.off('data', onData).off('end', stop).off('close', stop);
      resolve();
    };
    const onData = (chunk: Buffer) => {
      remaining -= chunk.length;
      if (remaining < 0) stop();
    };
    const timer = setTimeout(stop, drainLimits.ms);
    request.on('data', onData).once('end', stop).once('close', stop).resume();
  });
}
