import { Link, useLocation } from '@docfolio/federation/router';
import { siteTitle } from '@docfolio/site-copy/site';
import { Button } from '@docfolio/ui/buttons/button';
import { toast } from '@docfolio/ui/runtime';
import { Seo } from '@docfolio/ui/seo';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { loadRequests, preloadRequests } from '../load-requests.js';
import { NeedsScript } from '../quiet-note.js';
import type { SubscriptionAction } from '../requests.js';

interface View {
  title: string;
  text: string;
  action: ReactNode;
}

interface PageCopy {
  title: string;
  text: string;
  button: string;
  done: View;
  badLink: View;
}

const link = (to: string, label: string) => (
  <Button size="lg" asChild>
    <Link to={to}>{label}</Link>
  </Button>
);

const copy: Record<SubscriptionAction, PageCopy> = {
  confirm: {
    title: 'Confirm your subscription',
    text: 'One press, and new posts come to this address, one or two a month.',
    button: 'Confirm subscription',
    done: {
      title: 'Subscription confirmed',
      text: 'The next post will come by email. Each one has a link that ends this again.',
      action: link('/blog', 'Go to Blog'),
    },
    badLink: {
      title: 'This link does not work',
      text: 'It is not complete, or what it belongs to has ended. Subscribe again under any post, and a new mail comes.',
      action: link('/blog', 'Go to Blog'),
    },
  },
  unsubscribe: {
    title: 'Unsubscribe',
    text: 'One press, and no more posts come to this address.',
    button: 'Unsubscribe',
    done: {
      title: 'You are unsubscribed',
      text: 'Nothing more will be sent. If that was a mistake, subscribe again under any post.',
      action: link('/blog', 'Go to Blog'),
    },
    badLink: {
      title: 'This link does not work',
      text: 'It is not complete. Open the one in the latest mail, or write to me and I take the address off the list.',
      action: link('/contact', 'Write to me'),
    },
  },
};

export const ConfirmPage = () => <SubscriptionPage key="confirm" action="confirm" />;
export const UnsubscribePage = () => <SubscriptionPage key="unsubscribe" action="unsubscribe" />;

/** The page that newsletter emails link to. Only its button acts, because email programs open links, too. */
function SubscriptionPage({ action }: { action: SubscriptionAction }) {
  const { search } = useLocation();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<'done' | 'badLink'>();
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, text, button, ...outcomes } = copy[action];
  const view = outcome && outcomes[outcome];

  // The focused button has disappeared.
  useEffect(() => {
    if (outcome) heading.current?.focus();
  }, [outcome]);

  async function update(): Promise<void> {
    setBusy(true);
    try {
      const { updateSubscription } = await loadRequests();
      const result = await updateSubscription(action, new URLSearchParams(search).get('token') ?? '');
      if (typeof result === 'string') setOutcome(result);
      else toast({ variant: 'destructive', ...result });
    } catch {
      toast({ variant: 'destructive', title: 'Error', description: 'Something went wrong. Please try again.' });
    } finally {
      setBusy(false);
    }
  }

  return (
    <div className="max-w-prose py-6 md:py-8">
      <Seo title={`${title} · ${siteTitle}`} noIndex />
      <h1 ref={heading} tabIndex={-1} className="text-ink text-title outline-none max-md:text-title-sm">
        {view?.title ?? title}
      </h1>
      <p className="mt-3 max-w-120 text-balance text-lede text-muted">{view?.text ?? text}</p>
      <div className="mt-8 flex">
        {view?.action ?? (
          <Button
            variant="primary"
            size="lg"
            busy={busy}
            onClick={() => void update()}
            onFocus={preloadRequests}
            onPointerEnter={preloadRequests}
            className="max-md:w-full"
          >
            {button}
          </Button>
        )}
      </div>
      {!view && <NeedsScript>This needs JavaScript.</NeedsScript>}
    </div>
  );
}
