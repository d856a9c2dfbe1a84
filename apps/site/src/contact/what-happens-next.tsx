import { contact } from '@docfolio/site-copy/contact';
import { owner } from '@docfolio/site-copy/site';
import { useEffect, useState } from 'react';

export function WhatHappensNext() {
  const time = useTimeIn(owner.timeZone);
  return (
    <aside aria-labelledby="next" className="xl:sticky xl:top-24 xl:self-start">
      <h2 id="next" className="font-medium text-caption text-faint">
        What happens next
      </h2>
      <ol className="mt-3 grid gap-x-6 gap-y-5 sm:max-xl:grid-cols-3 xl:border-line xl:border-l xl:pl-4">
        {contact.steps.map(({ title, text }, place) => (
          <li key={title} className="max-xl:border-line-strong max-xl:border-t max-xl:pt-3.5">
            <span aria-hidden className="mono block text-faint text-mono xl:sr-only">
              {place + 1}
            </span>
            <h3 className="font-semibold text-ink text-ui max-xl:mt-2">{title}</h3>
            <p className="mt-0.5 text-muted text-ui">{text}</p>
          </li>
        ))}
      </ol>
      <dl className="mt-8 grid gap-y-1 border-line border-t pt-4 text-ui">
        <div className="flex justify-between gap-4">
          <dt className="text-faint">Based in</dt>
          <dd className="text-ink">{owner.location}</dd>
        </div>
        <div className="flex items-baseline justify-between gap-4 noscript:hidden">
          <dt className="text-faint">Local time</dt>
          <dd className="mono text-ink text-mono">
            {time ? <time dateTime={time}>{time}</time> : <span className="text-faint">--:--</span>}
          </dd>
        </div>
      </dl>
    </aside>
  );
}

/** Returns the time in a time zone as `14:05`, updated every minute; null before hydration. */
function useTimeIn(timeZone: string): string | null {
  const [time, setTime] = useState<string | null>(null);
  useEffect(() => {
    const format = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone });
    let timer: ReturnType<typeof setTimeout>;
    const tick = () => {
      setTime(format.format(new Date()));
      timer = setTimeout(tick, 60_000 - (Date.now() % 60_000));
    };
    tick();
    return () => clearTimeout(timer);
  }, [timeZone]);
  return time;
}
