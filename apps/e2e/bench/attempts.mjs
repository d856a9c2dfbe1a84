/** Maximum attempts per audit. On a busy machine Lighthouse sometimes ends with NO_NAVSTART. */
const most = 3;

/**
 * Returns the result of an audit. Retries it up to twice if Lighthouse fails, and reports the reason.
 * @template T
 * @param {() => Promise<T>} audit
 * @param {(line: string) => void} report
 * @returns {Promise<T>}
 * @throws the error of the last attempt
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
