const shownLines = 12;
const severeLevels = ['error', 'fatal'];

interface LogEntry {
  level?: string;
  msg?: string;
  err?: { message?: string; stack?: string };
}

function describeEntry({ level, msg, err }: LogEntry): string | undefined {
  if (!level || !severeLevels.includes(level)) return undefined;
  // The stacks of services are frames only, because the text of a stack may quote data.
  const cause = err?.stack?.includes(err.message ?? '') ? err.stack : err?.message;
  return cause ? `${msg}: ${cause}` : msg;
}

function describeLine(line: string): string | undefined {
  if (!line.startsWith('{')) return line;
  try {
    return describeEntry(JSON.parse(line) as LogEntry);
  } catch {
    return line;
  }
}

/**
 * Returns the last lines of a log that can explain why a process ended, at most 12: entries of level error or fatal,
 * and lines that are not JSON, such as the stack of an uncaught exception. Empty if there are none.
 */
export function failureReason(log: string): string {
  const lines = log.split('\n').flatMap((line) => describeLine(line)?.split('\n') ?? []);
  const first = lines.findIndex((line) => line.trim() !== '');
  return first < 0 ? '' : lines.slice(first).slice(-shownLines).join('\n').trimEnd();
}
