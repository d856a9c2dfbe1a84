const levels = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof levels)[number];
export const isLogLevel = (value: string): value is LogLevel => (levels as readonly string[]).includes(value);

export type Log = (level: Exclude<LogLevel, 'silent'>, message: string, fields?: Record<string, unknown>) => void;

/** One JSON line per entry, on stderr: stdout carries only the line that says the server is ready. */
export const createLog =
  (threshold: LogLevel): Log =>
  (level, message, fields = {}) => {
    if (levels.indexOf(level) < levels.indexOf(threshold)) return;
    process.stderr.write(`${JSON.stringify({ time: new Date().toISOString(), level, message, ...fields })}\n`);
  };
