import { useNow } from '@docfolio/admin/records/use-now';
import type { System } from '@docfolio/contracts/entities/system';
import { Button } from '@docfolio/ui/buttons/button';
import { classNames } from '@docfolio/ui/class-names';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { HeadlinePanel } from './headline-panel.js';
import { clockText, spanText } from './system-texts.js';
import { TroubleActions, type TroubleHandlers } from './trouble-actions.js';
import { combinedTroubles, type TroubleText, troubleText } from './trouble-texts.js';

export interface HeadlineProps extends TroubleHandlers {
  system: System;
  now: number;
  /** When the state was fetched last, in ms of this device's clock. */
  checkedAt: number;
  /** Whether the last fetch failed, so that the state may be another one now. */
  isUnknown: boolean;
}

/** The state of everything in one sentence: that it works, or the worst trouble and what happens next. */
export function Headline({ system, now, checkedAt, isUnknown, ...handlers }: HeadlineProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const [worst, ...others] = combinedTroubles(system.troubles).map((trouble) => ({
    trouble,
    text: troubleText(trouble, system, now),
  }));
  const checked = <CheckedText at={checkedAt} isUnknown={isUnknown} />;
  if (isUnknown)
    return (
      <HeadlinePanel tone="danger" aside={checked}>
        <Title>The server does not respond</Title>
        <Next>This page checks again by itself. What it shows is from the last check.</Next>
      </HeadlinePanel>
    );
  if (!worst)
    return (
      <HeadlinePanel tone="success" aside={checked}>
        <p className="flex flex-wrap items-baseline gap-x-3.5 text-card text-ink">
          Everything works
          {system.working_since && (
            <span className="font-normal text-muted text-ui max-md:hidden">
              since <Clock>{clockText(system.working_since, now)}</Clock>
            </span>
          )}
        </p>
      </HeadlinePanel>
    );
  return (
    <>
      <HeadlinePanel
        tone={worst.text.tone}
        aside={
          <>
            {worst.text.outlook && <span className="text-caption text-muted">{worst.text.outlook}</span>}
            <TroubleActions trouble={worst.trouble} text={worst.text} {...handlers} />
            {others.length > 0 && (
              <Button
                size="sm"
                variant="ghost"
                aria-expanded={open}
                aria-controls={id}
                onClick={() => setOpen(!open)}
                icon={
                  <ChevronDown
                    aria-hidden
                    size={16}
                    strokeWidth={1.75}
                    className={classNames('transition-transform', open && 'rotate-180')}
                  />
                }
              >
                and {others.length} more
              </Button>
            )}
          </>
        }
      >
        <TroubleLines text={worst.text} />
      </HeadlinePanel>
      {others.length > 0 && (
        <ul id={id} hidden={!open} aria-label="What else is wrong" className="-mt-3 flex flex-col gap-2">
          {others.map(({ trouble, text }) => (
            <li key={`${trouble.code} ${trouble.subject}`}>
              <HeadlinePanel
                tone={text.tone}
                aside={
                  <>
                    {text.outlook && <span className="text-caption text-muted">{text.outlook}</span>}
                    <TroubleActions trouble={trouble} text={text} {...handlers} />
                  </>
                }
              >
                <TroubleLines text={text} />
              </HeadlinePanel>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function TroubleLines({ text: { title, since, next } }: { text: TroubleText }) {
  return (
    <>
      <Title>
        {title}
        {since && (
          <>
            {' '}
            since <Clock>{since}</Clock>
          </>
        )}
        .
      </Title>
      <Next>{next}</Next>
    </>
  );
}

const Title = ({ children }: { children: ReactNode }) => (
  <p className="text-card text-ink [overflow-wrap:anywhere]">{children}</p>
);
const Next = ({ children }: { children: ReactNode }) => (
  <p className="text-muted text-ui [overflow-wrap:anywhere]">{children}</p>
);

/** A time as 'Nov 20, 14:02' or '14:02', with mono digits. */
function Clock({ children }: { children: string }) {
  const [time, day] = children.split(', ').reverse();
  return (
    <span className="whitespace-nowrap">
      {day && `${day}, `}
      <span className="mono">{time}</span>
    </span>
  );
}

/** How long ago the state was fetched, counted up each second. Not announced. */
function CheckedText({ at, isUnknown }: { at: number; isUnknown: boolean }) {
  const now = useNow(1_000);
  return (
    <span className={classNames('text-caption', isUnknown ? 'text-muted' : 'text-faint')}>
      <span className="max-md:sr-only">{isUnknown ? 'Last checked ' : 'Checked '}</span>
      <span className="mono text-muted">{spanText(now - at)}</span> ago
    </span>
  );
}
