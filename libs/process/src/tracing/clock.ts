/** ms by which the anchored clock may differ from the system's, which is exact to 1 ms. */
const tolerance = 2;
let anchor = Date.now() - performance.now();

/** Returns the time in ms since 1970 with fractions, monotonic unless the system's clock is set. */
export function clock(): number {
  const elapsed = performance.now();
  const now = Date.now();
  if (Math.abs(now - elapsed - anchor) > tolerance) anchor = now - elapsed;
  return anchor + elapsed;
}
