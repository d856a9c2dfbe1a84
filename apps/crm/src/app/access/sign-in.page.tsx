import { AuthSheet } from '@docfolio/admin/access/auth-sheet';
import { returnPath } from '@docfolio/admin/access/return-path';
import { signIn, useSession } from '@docfolio/api-client/session';
import { credentials } from '@docfolio/contracts/entities/session';
import { Link, Navigate, useLocation } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/buttons/button';
import { FullPageSpinner } from '@docfolio/ui/display/spinner';
import { Field } from '@docfolio/ui/forms/field';
import { Input } from '@docfolio/ui/forms/input';
import { toast } from '@docfolio/ui/runtime';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm, useWatch } from 'react-hook-form';
import { typedEmail, withEmail } from './carried-email.js';
import { whyNot } from './why-not.js';

/** The sign-in page. It redirects signed-in users to the CRM. */
export default function SignInPage() {
  const { status } = useSession();
  const location = useLocation();
  if (status === 'loading') return <FullPageSpinner label="Checking your session" />;
  if (status === 'signed-in') return <Navigate to={returnPath(location.state)} replace />;
  return (
    <AuthSheet
      path="/auth"
      title="Admin Access"
      subtitle="Sign in to access the CRM dashboard"
      back={{ to: '/', label: 'Back to the site' }}
    >
      <SignInForm />
    </AuthSheet>
  );
}

function SignInForm() {
  const { state } = useLocation();
  const { register, handleSubmit, setFocus, formState, control } = useForm({
    resolver: zodResolver(credentials),
    defaultValues: { email: typedEmail(state), password: '' },
  });
  const email = useWatch({ control, name: 'email' });
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
      <div className="relative">
        <Field label="Password" error={errors.password?.message}>
          <Input size="lg" type="password" required autoComplete="current-password" {...register('password')} />
        </Field>
        {/* After the password field in the tab order, although it is shown beside the field's label. */}
        <Link
          to="/auth/forgot"
          state={withEmail(state, email)}
          className="touch-target absolute top-0 right-0 text-ui text-faint decoration-accent underline-offset-4 transition-colors hover:text-ink hover:underline"
        >
          Forgot password?
        </Link>
      </div>
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
