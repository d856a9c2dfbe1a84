/** ms by which the clock may differ from the system's, which is exact to 1 ms. */
const tolerance = 2;
/** ms after which the clock is compared with the system's again. */
const checkInterval = 1_000;
let anchor = Date.now() - performance.now();
let checkedAt = 0;

/** Returns the time in ms since 1970 with fractions, monotonic unless the system's clock is set. */
export function clock(): number {
  const elapsed = performance.now();
  if (elapsed - checkedAt > checkInterval) {
    checkedAt = elapsed;
    const current = Date.now() - elapsed;
    if (Math.abs(current - anchor) > tolerance) anchor = current;
  }
  return anchor + elapsed;
}
