import { promises } from '@docfolio/site-copy/site';
import { CircleCheck } from 'lucide-react';

/** Says that the form was sent, after the toast has gone. Not a live region, because the toast was announced. */
export function SentNote({ to }: { to: string }) {
  return (
    <p className="mb-5 flex animate-fade-in items-start gap-2 text-muted text-ui">
      <CircleCheck aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-accent" />
      <span className="min-w-0">
        Your inquiry is on its way. The answer comes to <span className="text-ink">{to}</span> {promises.reply}.
      </span>
    </p>
  );
}
