const SHOWN_LINES = 12;
const SEVERE = ['error', 'fatal'];

interface LogEntry {
  level?: string;
  msg?: string;
  err?: { message?: string; stack?: string };
}

function describeEntry({ level, msg, err }: LogEntry): string | undefined {
  if (!level || !SEVERE.includes(level)) return undefined;
  const cause = err?.stack ?? err?.message;
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
 * Returns why a process ended: the severe entries of its log, and output that is no log entry, such as the stack of an
 * uncaught exception. Empty if there is neither.
 */
export function failureReason(log: string): string {
  const lines = log.split('\n').flatMap((line) => describeLine(line)?.split('\n') ?? []);
  const first = lines.findIndex((line) => line.trim() !== '');
  return first < 0 ? '' : lines.slice(first).slice(-SHOWN_LINES).join('\n').trimEnd();
}
