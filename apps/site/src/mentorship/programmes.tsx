import { formatMoney } from '@docfolio/site-copy/derived';
import { mentorship } from '@docfolio/site-copy/mentorship';
import { Badge } from '@docfolio/ui/display/badge';
import { BookingLink } from './booking-link.js';

type Offer = (typeof mentorship.programmes)[number];

/** The mentorship programmes, on wide screens in three columns. A subgrid aligns their prices and lists. */
export function Programmes() {
  if (mentorship.programmes.length === 0) return null;
  return (
    <section aria-labelledby="programmes" className="@container mt-12">
      <h2 id="programmes" className="text-h2 text-ink">
        Programmes
      </h2>
      <ul className="mt-6 grid gap-x-10 gap-y-10 @min-[52rem]:grid-cols-3 @min-[52rem]:gap-y-0">
        {mentorship.programmes.map((programme) => (
          <li
            key={programme.id}
            className={`grid min-w-0 grid-cols-1 border-t pt-4 @min-[52rem]:row-span-5 @min-[52rem]:grid-rows-subgrid ${programme.popular ? 'border-ink' : 'border-line-strong'}`}
          >
            <ProgrammeCard programme={programme} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function ProgrammeCard({ programme }: { programme: Offer }) {
  const { id, title, level, sentence, price, sessions, months, popular, includes } = programme;
  return (
    <>
      <p className="mono flex h-5 items-center justify-between gap-4 text-mono text-muted">
        {level}
        {popular && <Badge mark="star">Most Popular</Badge>}
      </p>
      <div className="mt-3">
        <h3 id={id} className="scroll-mt-20 text-h3 text-ink">
          {title}
        </h3>
        <p className="mt-1 text-pretty text-muted text-sub">{sentence}</p>
      </div>
      <div className="mt-5">
        <p className="mono text-figure text-ink">{formatMoney(price)}</p>
        <dl className="mt-3 grid gap-y-1 text-ui">
          <Fact name="Sessions" value={`${sessions} over ${months} ${months === 1 ? 'month' : 'months'}`} />
          <Fact name="Per session" value={formatMoney(Math.round(price / sessions))} />
        </dl>
      </div>
      <ul className="mt-5 grid content-start gap-y-1 border-line border-t pt-4">
        {includes.map((item) => (
          <li key={item} className="flex items-baseline gap-2.5 text-muted text-ui">
            <span aria-hidden className="size-1 shrink-0 -translate-y-0.75 rounded-full bg-line-field" />
            {item}
          </li>
        ))}
      </ul>
      <div className="mt-6">
        <BookingLink className="w-full">Book {title}</BookingLink>
      </div>
    </>
  );
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="text-faint">{name}</dt>
      <dd className="mono text-ink text-mono">{value}</dd>
    </div>
  );
}
