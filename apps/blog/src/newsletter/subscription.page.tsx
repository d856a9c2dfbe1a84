import { Link, useLocation } from '@docfolio/federation/router';
import { siteTitle } from '@docfolio/site-copy/site';
import { Button } from '@docfolio/ui/button';
import { toast } from '@docfolio/ui/runtime';
import { Seo } from '@docfolio/ui/seo';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { NeedsScript } from '../quiet-note.js';
import { loadSubscriptionActs } from './load-subscription-acts.js';
import type { SubscriptionAct } from './subscription-acts.js';

interface View {
  title: string;
  text: string;
  action: ReactNode;
}

interface PageWords {
  title: string;
  text: string;
  button: string;
  done: View;
  /** The link is incomplete, not ours, or what it was for has passed. */
  badLink: View;
}

const link = (to: string, words: string) => (
  <Button size="lg" asChild>
    <Link to={to}>{words}</Link>
  </Button>
);

const words: Record<SubscriptionAct, PageWords> = {
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

export const ConfirmPage = () => <SubscriptionPage key="confirm" act="confirm" />;
export const UnsubscribePage = () => <SubscriptionPage key="unsubscribe" act="unsubscribe" />;

// A failure is told when the button is pressed, if the file hasn't arrived by then.
const preload = () => void loadSubscriptionActs().catch(() => {});

/** What a mail's link leads to. Opening it changes nothing, for mail programs open links too: the button does. */
function SubscriptionPage({ act }: { act: SubscriptionAct }) {
  const { search } = useLocation();
  const [busy, setBusy] = useState(false);
  const [end, setEnd] = useState<'done' | 'badLink'>();
  const heading = useRef<HTMLHeadingElement>(null);
  const { title, text, button, ...ends } = words[act];
  const view = end && ends[end];

  // The button that had the focus is gone; what has become of it is to be read.
  useEffect(() => {
    if (end) heading.current?.focus();
  }, [end]);

  async function press(): Promise<void> {
    setBusy(true);
    try {
      const { actOnSubscription } = await loadSubscriptionActs();
      const done = await actOnSubscription(act, new URLSearchParams(search).get('token') ?? '');
      setEnd(done ? 'done' : 'badLink');
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
            onClick={() => void press()}
            onFocus={preload}
            onPointerEnter={preload}
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
