import { figures } from '@docfolio/site-copy/home';

export function Figures() {
  return (
    <section aria-label="In figures" className="mt-16 max-md:mt-12">
      <dl className="grid grid-cols-2 gap-y-8 lg:grid-cols-4">
        {figures.map(({ value, label }) => (
          <div
            key={label}
            className="flex flex-col-reverse justify-end border-line lg:not-first:border-l lg:not-first:pl-10 max-lg:even:border-l max-lg:even:pl-6"
          >
            <dt className="mt-1.5 text-muted text-ui">{label}</dt>
            <dd className="mono text-figure text-ink">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
