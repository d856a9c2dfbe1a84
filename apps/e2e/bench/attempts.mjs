/** Attempts per audit. On a busy machine Lighthouse sometimes fails with NO_NAVSTART. */
const most = 3;

/**
 * Returns the result of an audit, which is attempted up to three times. @throws the error of the last attempt
 * @template T
 * @param {() => Promise<T>} audit
 * @param {(line: string) => void} report receives a line per failed attempt but the last
 * @returns {Promise<T>}
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
