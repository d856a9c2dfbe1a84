import { useEffect, useState } from 'react';

/** Returns the remaining whole seconds of a countdown from `seconds` to 0. A new `round` restarts it. */
export function useCountdown(seconds: number, round: number): number {
  const [left, setLeft] = useState(seconds);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round restarts it
  useEffect(() => {
    // By the clock, because browsers throttle the timers of background tabs.
    const end = Date.now() + seconds * 1_000;
    setLeft(seconds);
    const timer = setInterval(() => {
      const now = Math.max(0, Math.ceil((end - Date.now()) / 1_000));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    }, 250);
    return () => clearInterval(timer);
  }, [seconds, round]);
  return left;
}
