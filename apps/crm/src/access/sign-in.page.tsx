import { signIn, useSession } from '@docfolio/api-client/session';
import { ProblemError } from '@docfolio/contracts/problem';
import { credentials } from '@docfolio/contracts/session';
import { Link, Navigate, useLocation } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/button';
import { Field } from '@docfolio/ui/field';
import { Input } from '@docfolio/ui/input';
import { toast } from '@docfolio/ui/runtime';
import { FullPageSpinner } from '@docfolio/ui/spinner';
import { zodResolver } from '@hookform/resolvers/zod';
import { ArrowLeft } from 'lucide-react';
import { useForm } from 'react-hook-form';
import { Frame } from './frame.js';
import { retryIn } from './retry-in.js';
import { returnPath } from './return-path.js';

/** The sign-in page (specification, section 2). Whoever is signed in already goes on to the CRM. */
export default function SignInPage() {
  const { status } = useSession();
  const location = useLocation();
  if (status === 'loading') return <FullPageSpinner label="Checking your session" />;
  if (status === 'signed-in') return <Navigate to={returnPath(location.state)} replace />;
  return (
    <Frame>
      <p className="mono text-mono text-faint">/auth</p>
      <h1 className="mt-4 text-[1.375rem]/8 font-semibold tracking-[-0.018em] text-ink">Admin Access</h1>
      <p className="text-ui text-muted">Sign in to access the CRM dashboard</p>
      <SignInForm />
      <Link
        to="/"
        className="touch-target absolute top-full left-8 mt-6 inline-flex max-md:left-5 items-center gap-1.5 text-caption text-faint transition-colors hover:text-ink"
      >
        <ArrowLeft aria-hidden size={14} strokeWidth={1.75} />
        Back to the site
      </Link>
    </Frame>
  );
}

function SignInForm() {
  const { register, handleSubmit, setFocus, formState } = useForm({
    resolver: zodResolver(credentials),
    defaultValues: { email: '', password: '' },
  });
  const { errors, isSubmitting } = formState;
  const submit = handleSubmit(async ({ email, password }) => {
    try {
      await signIn(email, password);
    } catch (error) {
      toast({ title: 'Error', description: whyNot(error), variant: 'destructive' });
      setFocus('password', { shouldSelect: true });
    }
  });
  return (
    <form onSubmit={(event) => void submit(event)} className="mt-6.5 flex flex-col gap-4">
      <Field label="Email" error={errors.email?.message}>
        <Input size="lg" type="email" required autoComplete="username" autoFocus {...register('email')} />
      </Field>
      <Field label="Password" error={errors.password?.message}>
        <Input size="lg" type="password" required autoComplete="current-password" {...register('password')} />
      </Field>
      <Button
        type="submit"
        size="lg"
        variant="primary"
        className="mt-1.5 w-full"
        busy={isSubmitting}
        disabled={isSubmitting}
      >
        Sign In
      </Button>
    </form>
  );
}

/** The auth error's own message, and for a limit when to try again. */
function whyNot(error: unknown): string {
  if (!(error instanceof ProblemError)) return 'Something went wrong. Please try again.';
  if (error.code === 'rate_limited') return `Too many attempts. ${retryIn(error.retryAfter)}`;
  if (error.status >= 500) return 'The server did not answer. Please try again.';
  return error.detail ?? error.message;
}
