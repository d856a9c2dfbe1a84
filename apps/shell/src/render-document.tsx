import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { ReactNode } from 'react';
import { renderToPipeableStream } from 'react-dom/server';

const beforeHead = '<!DOCTYPE html><html lang="en"><head>';
const beforeBody = '</head><body><div id="root">';
const afterBody = '</div></body></html>';

/**
 * Renders a tree within an HTML document and returns what is inside its head and its #root. Waits for all Suspense
 * boundaries. The wrapping elements have one child each, so that `useId` returns the same ids as in the browser.
 * @throws a component's error, or the signal's reason
 */
export async function renderDocument(tree: ReactNode, signal: AbortSignal): Promise<{ head: string; body: string }> {
  signal.throwIfAborted();
  const html = await collect(tree, signal);
  const split = html.indexOf(beforeBody);
  if (!html.startsWith(beforeHead) || split < 0 || !html.endsWith(afterBody)) {
    throw new Error('React wrote another document than expected');
  }
  return {
    head: html.slice(beforeHead.length, split),
    body: html.slice(split + beforeBody.length, -afterBody.length),
  };
}

function collect(tree: ReactNode, signal: AbortSignal): Promise<string> {
  const output = new PassThrough();
  return new Promise<string>((resolve, reject) => {
    const stop = () => stream.abort(signal.reason);
    const finish = () => signal.removeEventListener('abort', stop);
    const fail = (error: unknown) => {
      finish();
      reject(error);
    };
    const stream = renderToPipeableStream(
      <html lang="en">
        <body>
          <div id="root">{tree}</div>
        </body>
      </html>,
      {
        // Above the default size, React would move a Suspense boundary into place by an inline script.
        progressiveChunkSize: Number.POSITIVE_INFINITY,
        // Otherwise React would leave a failed boundary to the browser.
        onError: fail,
        onShellError: fail,
        onAllReady: () => {
          finish();
          text(output).then(resolve, reject);
          stream.pipe(output);
        },
      },
    );
    signal.addEventListener('abort', stop);
  });
}
