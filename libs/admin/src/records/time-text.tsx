import { dayOf, exactTimeOf, minuteOf, shortDayOf } from './record-texts.js';

const formats = { day: dayOf, short: shortDayOf, minute: minuteOf };

export function TimeText({ at, as = 'day', className }: { at: string; as?: keyof typeof formats; className?: string }) {
  return (
    <time dateTime={at} title={exactTimeOf(at)} className={className ?? 'mono text-mono'}>
      {formats[as](at)}
    </time>
  );
}

export function Dot() {
  return (
    <span aria-hidden="true" className="mx-2">
      ·
    </span>
  );
}
