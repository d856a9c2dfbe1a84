import { mentorship } from '@docfolio/site-copy/mentorship';

export function Topics() {
  return (
    <section aria-labelledby="topics" className="@container mt-16">
      <h2 id="topics" className="text-h2 text-ink">
        Topics
      </h2>
      <ul className="mt-6 grid border-line border-b @min-[40rem]:grid-cols-2">
        {mentorship.topics.map(({ title, sentence, points }) => (
          <li
            key={title}
            className="border-line border-t py-6 @min-[40rem]:odd:not-last:border-r @min-[40rem]:odd:pr-10 @min-[40rem]:even:pl-10"
          >
            <h3 className="text-h3 text-ink">{title}</h3>
            <p className="mt-1 text-muted text-sub">{sentence}</p>
            <ul className="mt-3.5 grid gap-x-6 gap-y-1 @min-[28rem]:grid-cols-2 @min-[40rem]:grid-cols-1 @min-[56rem]:grid-cols-2">
              {points.map((point) => (
                <li key={point} className="flex items-center gap-2.5 text-muted text-ui">
                  <span aria-hidden className="size-1 shrink-0 rounded-full bg-line-field" />
                  {point}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  );
}
