import { AuthSheet } from '@docfolio/admin/access/auth-sheet';
import { call } from '@docfolio/api-client/call';
import { useSession } from '@docfolio/api-client/session';
import { auth, recoveryLifetime } from '@docfolio/contracts/entities/session';
import { useLocation } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/buttons/button';
import { FullPageSpinner } from '@docfolio/ui/display/spinner';
import { Field } from '@docfolio/ui/forms/field';
import { Input } from '@docfolio/ui/forms/input';
import { toast } from '@docfolio/ui/runtime';
import { zodResolver } from '@hookform/resolvers/zod';
import { Clock, type LucideIcon, MailQuestionMark, ShieldCheck } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { typedEmail, withEmail } from './carried-email.js';
import { useCountdown } from './use-countdown.js';
import { whyNot } from './why-not.js';

const path = '/auth/forgot';
/** Seconds until the page offers to send the recovery email again. */
const resendDelay = 60;

const requestLink = (email: string) => call(auth.requestRecovery, { email });

/** The page that requests a password recovery email. It looks the same for known and unknown addresses. */
export default function ForgotPasswordPage() {
  const { status } = useSession();
  const { state } = useLocation();
  const [email, setEmail] = useState(typedEmail(state));
  const [sent, setSent] = useState(false);
  if (status === 'loading') return <FullPageSpinner label="Checking your session" />;
  const back = { to: '/auth', label: 'Back to sign in', state: withEmail(state, email) };
  if (sent) return <CheckMail email={email} back={back} onOther={() => setSent(false)} />;
  const onSent = (to: string) => {
    setEmail(to);
    setSent(true);
  };
  return (
    <AuthSheet path={path} title="Reset your password" subtitle="We send a link to choose a new one" back={back}>
      <RequestForm email={email} onSent={onSent} />
    </AuthSheet>
  );
}

function RequestForm({ email, onSent }: { email: string; onSent: (email: string) => void }) {
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(auth.requestRecovery.input),
    defaultValues: { email },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async (input) => {
    try {
      await requestLink(input.email);
      onSent(input.email);
    } catch (error) {
      toast({ title: 'Error', description: whyNot(error), variant: 'destructive' });
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} className="mt-6.5 flex flex-col gap-4">
      <Field label="Email" hint="The address you sign in with" error={errors.email?.message}>
        <Input size="lg" type="email" required autoComplete="username" autoFocus {...register('email')} />
      </Field>
      <Button type="submit" size="lg" variant="primary" className="mt-1.5 w-full" busy={isSubmitting}>
        Send the link
      </Button>
    </form>
  );
}

interface CheckMailProps {
  email: string;
  back: { to: string; label: string; state: unknown };
  onOther: () => void;
}

function CheckMail({ email, back, onOther }: CheckMailProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [round, setRound] = useState(1);
  const [sending, setSending] = useState(false);
  const secondsLeft = useCountdown(resendDelay, round);
  useEffect(() => heading.current?.focus(), []);
  const sendAgain = async () => {
    if (secondsLeft > 0) return;
    setSending(true);
    try {
      await requestLink(email);
      setRound((before) => before + 1);
    } catch (error) {
      toast({ title: 'Error', description: whyNot(error), variant: 'destructive' });
    } finally {
      setSending(false);
    }
  };
  const waiting = secondsLeft > 0;
  return (
    <AuthSheet
      path={path}
      title="Check your mail"
      subtitle={
        <>
          If <strong className="font-medium break-words text-ink">{email}</strong> has
          <br />
          an account, a link is on its way.
        </>
      }
      back={back}
      headingRef={heading}
    >
      <ul className="mt-5.5 border-line border-t text-ui text-muted">
        <Fact icon={Clock}>
          The link works once, for <span className="mono text-ink">{recoveryLifetime / 60}</span> minutes
        </Fact>
        <Fact icon={ShieldCheck}>Your old password works until you change it</Fact>
        <Fact icon={MailQuestionMark}>Nothing there? Look in the spam folder</Fact>
      </ul>
      <Button
        size="lg"
        className={waiting ? 'mt-6 w-full opacity-45' : 'mt-6 w-full'}
        aria-disabled={waiting || undefined}
        busy={sending}
        onClick={() => void sendAgain()}
      >
        {waiting ? (
          <>
            Send again in <span className="mono text-ui">{clock(secondsLeft)}</span>
          </>
        ) : (
          'Send again'
        )}
      </Button>
      <p role="status" className="sr-only">
        {round > 1 ? 'Another link is on its way.' : ''}
      </p>
      <p className="mt-3.5 text-center text-ui text-muted">
        Wrong address?{' '}
        <button
          type="button"
          onClick={onOther}
          className="touch-target relative cursor-pointer text-ink underline decoration-line-strong underline-offset-4 hover:decoration-accent"
        >
          Use another one
        </button>
      </p>
    </AuthSheet>
  );
}

function Fact({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) {
  return (
    <li className="flex h-10 items-center gap-3 border-line border-b">
      <Icon aria-hidden size={16} strokeWidth={1.75} className="shrink-0 text-faint" />
      <span className="min-w-0 truncate">{children}</span>
    </li>
  );
}

/** Formats seconds as `1:00` or `0:42`. */
function clock(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
