import { services } from '@docfolio/site-copy/services';

export function Process() {
  return (
    <ol className="mt-6 grid gap-x-6 gap-y-8 xs:grid-cols-2 @min-[40rem]:grid-cols-4">
      {services.process.steps.map(({ title, text }, place) => (
        <li key={title} className="border-line-strong border-t pt-3.5">
          <span aria-hidden className="mono block text-faint text-mono">
            {place + 1}
          </span>
          <h3 className="mt-2 font-semibold text-ink text-ui">{title}</h3>
          <p className="mt-0.5 text-muted text-ui">{text}</p>
        </li>
      ))}
    </ol>
  );
}
