import { withoutValues } from './without-values.js';

/** Serializer of `err` in log lines: the standard fields of an error. Drivers attach whole documents as others. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: withoutValues(String(error)) };
  const code = (error as { code?: unknown }).code;
  return {
    type: error.name,
    message: withoutValues(error.message),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    // Only the frames: the message before them may quote data.
    stack: error.stack
      ?.split('\n')
      .filter((frame) => /^\s+at /.test(frame))
      .slice(0, 12)
      .join('\n'),
    ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
  };
}
