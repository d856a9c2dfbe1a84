/** Attempts at one audit. Lighthouse sometimes ends with NO_NAVSTART when the machine is busy. */
const most = 3;

/**
 * Runs an audit again when Lighthouse could not measure, and reports the reason.
 * @template T
 * @param {() => Promise<T>} audit
 * @param {(line: string) => void} report
 * @returns {Promise<T>}
 * @throws what the last attempt threw
 */
export async function withAttempts(audit, report) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await audit();
    } catch (error) {
      if (attempt === most) throw error;
      report(`attempt ${attempt} of ${most} failed, will retry: ${error instanceof Error ? error.message : error}`);
    }
  }
}
