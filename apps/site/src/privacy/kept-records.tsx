import type { privacy } from '@docfolio/site-copy/privacy';

export function KeptRecords({ section: { id, title, text, kept } }: { section: typeof privacy.forms }) {
  return (
    <section aria-labelledby={id} className="mt-12">
      <h2 id={id} className="scroll-mt-20 text-h2 text-ink">
        {title}
      </h2>
      <p className="mt-3 text-body text-prose">{text}</p>
      <ul className="mt-6 border-line border-b">
        {kept.map(({ name, holds, purpose, until }) => (
          <li key={name} className="grid gap-x-8 gap-y-2 border-line border-t py-4 sm:grid-cols-[9rem_minmax(0,1fr)]">
            <h3 className="text-card text-ink">{name}</h3>
            <dl className="grid gap-y-1.5 text-ui">
              <Fact name="Holds" words={holds} />
              <Fact name="For" words={purpose} />
              <Fact name="Until" words={until} />
            </dl>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Fact({ name, words }: { name: string; words: string }) {
  return (
    <div className="grid grid-cols-[3rem_minmax(0,1fr)] gap-x-4">
      <dt className="text-faint">{name}</dt>
      <dd className="text-muted">{words}</dd>
    </div>
  );
}
