import { Skeleton, useDelayed } from '@docfolio/ui/display/skeleton';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { featuredThree, type ShownTestimonial } from './featured-three.js';
import { Stars } from './stars.js';
import { testimonialsQuery } from './testimonials-query.js';

/** Up to three testimonials. A failed request is only logged, because site-copy has fallbacks. */
export function Testimonials() {
  const { data, error } = useQuery(testimonialsQuery());
  useEffect(() => {
    if (error) console.error('The testimonials could not be loaded', error);
  }, [error]);
  const items = data?.items ?? (error ? [] : undefined);
  return (
    <section aria-labelledby="testimonials" aria-busy={!items} className="@container mt-16">
      <h2 id="testimonials" className="text-h2 text-ink">
        Testimonials
      </h2>
      {items ? (
        <ul className={grid}>
          {featuredThree(items).map((testimonial) => (
            <li key={`${testimonial.name}${testimonial.content}`} className="min-w-0 border-line-strong border-t pt-5">
              <Quote testimonial={testimonial} />
            </li>
          ))}
        </ul>
      ) : (
        <Waiting />
      )}
    </section>
  );
}

const grid = 'mt-6 grid gap-x-10 gap-y-8 @min-[52rem]:grid-cols-3';

function Quote({ testimonial: { name, role, company, content, rating } }: { testimonial: ShownTestimonial }) {
  const position = [role, company].filter((part) => part?.trim()).join(' at ');
  return (
    <figure>
      <Stars rating={rating} />
      <blockquote dir="auto" className="wrap-anywhere mt-3 whitespace-pre-line text-prose text-sub">
        {content}
      </blockquote>
      <figcaption className="wrap-anywhere mt-4 text-ui">
        <span dir="auto" className="block font-semibold text-ink">
          {name}
        </span>
        {position && (
          <span dir="auto" className="block text-muted">
            {position}
          </span>
        )}
      </figcaption>
    </figure>
  );
}

const lines = ['w-11/12', 'w-full', 'w-10/12', 'w-9/12', 'w-1/2'];

function Waiting() {
  const late = useDelayed(true);
  return (
    <div role="status">
      <span className="sr-only">Loading testimonials</span>
      <div aria-hidden="true" className={`${grid} ${late ? '' : 'invisible'}`}>
        {['first', 'second', 'third'].map((place) => (
          <div key={place} className="border-line-strong border-t pt-5">
            <Skeleton className="my-0.5 w-20" />
            <div className="mt-3 flex h-30 flex-col justify-around">
              {lines.map((width) => (
                <Skeleton key={width} className={width} />
              ))}
            </div>
            <div className="mt-4 flex h-10 flex-col justify-around">
              <Skeleton className="w-28" />
              <Skeleton className="w-40" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
