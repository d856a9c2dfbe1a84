import { useEffect, useState } from 'react';

/** Returns the current time in ms, updated every `interval` ms. */
export function useNow(interval = 30_000): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), interval);
    return () => clearInterval(timer);
  }, [interval]);
  return now;
}
