import { Link } from '@docfolio/federation/router';
import { type Offering, offerings } from '@docfolio/site-copy/offerings';
import { ArrowRight } from 'lucide-react';

export function OfferingGrid() {
  return (
    <section aria-labelledby="services" className="@container mt-16 max-md:mt-14">
      <h2 id="services" className="text-h2 text-ink">
        Services
      </h2>
      <ul className="mt-6 grid border-line border-b @min-[40rem]:grid-cols-2">
        {offerings.map((offering) => (
          <li
            key={offering.id}
            className="border-line border-t py-6 @min-[40rem]:odd:not-last:border-r @min-[40rem]:odd:pr-10 @min-[40rem]:even:pl-10"
          >
            <OfferingLink offering={offering} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OfferingLink({ offering }: { offering: Offering }) {
  const { id, title, sentence, features } = offering;
  return (
    <Link
      to={`/services#${id}`}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-sentence`}
      className="group block focus-visible:outline-offset-6"
    >
      <div className="flex items-center justify-between gap-4">
        <h3 id={`${id}-title`} className="text-h3 text-ink">
          {title}
        </h3>
        <ArrowRight
          aria-hidden
          size={16}
          strokeWidth={1.75}
          className="shrink-0 text-faint transition-colors group-hover:text-accent"
        />
      </div>
      <p id={`${id}-sentence`} className="mt-1 text-muted text-sub">
        {sentence}
      </p>
      <ul className="mt-3.5 grid gap-x-6 gap-y-1 @min-[28rem]:grid-cols-2 @min-[40rem]:grid-cols-1 @min-[56rem]:grid-cols-2">
        {features.map((feature) => (
          <li key={feature} className="flex items-center gap-2.5 text-muted text-ui">
            <span aria-hidden className="size-1 shrink-0 rounded-full bg-line-field" />
            {feature}
          </li>
        ))}
      </ul>
    </Link>
  );
}
