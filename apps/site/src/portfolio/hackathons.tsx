import { portfolio } from '@docfolio/site-copy/portfolio';
import { Tags } from './tags.js';

export function Hackathons() {
  return (
    <ul className="mt-6 grid gap-x-6 gap-y-8 @min-[40rem]:grid-cols-3">
      {portfolio.hackathons.list.map(({ title, event, year, sentence, award, technologies }) => (
        <li key={title} className="flex flex-col border-line-strong border-t pt-3.5">
          <p className="mono text-faint text-mono">{year}</p>
          <h3 className="mt-2 text-card text-ink">{title}</h3>
          <p className="text-caption text-faint">
            {event}
            {award && <span className="text-ink">, {award.toLowerCase()}</span>}
          </p>
          <p className="mt-2 mb-3 text-muted text-ui">{sentence}</p>
          <div className="mt-auto">
            <Tags label="Technologies" tags={technologies} />
          </div>
        </li>
      ))}
    </ul>
  );
}
