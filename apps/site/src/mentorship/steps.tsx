import { mentorship } from '@docfolio/site-copy/mentorship';

export function Steps() {
  return (
    <section aria-labelledby="how-it-works" className="mt-16">
      <h2 id="how-it-works" className="text-h2 text-ink">
        How it works
      </h2>
      <ol className="mt-6 grid gap-x-6 gap-y-8 sm:grid-cols-2 lg:grid-cols-3">
        {mentorship.steps.map(({ title, text }, place) => (
          <li key={title} className="border-line-strong border-t pt-3.5">
            <span aria-hidden className="mono block text-faint text-mono">
              {place + 1}
            </span>
            <h3 className="mt-2 font-semibold text-ink text-ui">{title}</h3>
            <p className="mt-0.5 text-muted text-ui">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}
