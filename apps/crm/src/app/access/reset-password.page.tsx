import { AuthSheet } from '@docfolio/admin/access/auth-sheet';
import { queryOf } from '@docfolio/api-client/query';
import { completeRecovery, useSession } from '@docfolio/api-client/session';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { auth, minPasswordLength } from '@docfolio/contracts/entities/session';
import { Link, useLocation, useNavigate } from '@docfolio/federation/router';
import { Button } from '@docfolio/ui/buttons/button';
import { IconButton } from '@docfolio/ui/buttons/icon-button';
import { FullPageSpinner } from '@docfolio/ui/display/spinner';
import { Checkbox } from '@docfolio/ui/forms/checkbox';
import { Field } from '@docfolio/ui/forms/field';
import { Input } from '@docfolio/ui/forms/input';
import { toast } from '@docfolio/ui/runtime';
import { ErrorState } from '@docfolio/ui/states/error-state';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { CircleAlert, CircleCheck, CircleDashed, Eye, EyeOff } from 'lucide-react';
import { useId, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { whyNot } from './why-not.js';

const path = '/auth/reset';
const back = { to: '/auth', label: 'Back to sign in' };

/** The page that a recovery email links to, which sets a new password. The token is the URL's fragment. */
export default function ResetPasswordPage() {
  const { status } = useSession();
  const token = useLocation().hash.slice(1);
  // The server and the first render in the browser do not know the URL's fragment.
  if (status === 'loading') return <FullPageSpinner label="Checking your session" />;
  return token === '' ? <DeadLink /> : <LinkedAccount key={token} token={token} />;
}

function LinkedAccount({ token }: { token: string }) {
  const [expired, setExpired] = useState(false);
  const account = useQuery({
    ...queryOf(auth.checkRecovery, { token }),
    // `gcTime` removes the token from the cache; `staleTime` prevents a second check of the link.
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
  if (expired || (account.error && account.error.status < 500 && account.error.code !== 'rate_limited'))
    return <DeadLink />;
  if (account.isPending) return <FullPageSpinner label="Checking the link" />;
  if (!account.data)
    return (
      <AuthSheet path={path} title="Choose a new password" subtitle="The link could not be checked" back={back}>
        <ErrorState
          className="mt-8"
          title={whyNot(account.error)}
          onRetry={() => void account.refetch()}
          retrying={account.isFetching}
        />
      </AuthSheet>
    );
  const { email, api_tokens: tokens } = account.data;
  return (
    <AuthSheet path={path} title="Choose a new password" subtitle={`for ${email}`} back={back}>
      <PasswordForm token={token} email={email} tokens={tokens} onExpired={() => setExpired(true)} />
    </AuthSheet>
  );
}

const passwordForm = z.object({ new_password: auth.completeRecovery.input.shape.new_password });

interface PasswordFormProps {
  token: string;
  email: string;
  /** API tokens that the user has created. */
  tokens: readonly { name: string; ending: string }[];
  onExpired: () => void;
}

function PasswordForm({ token, email, tokens, onExpired }: PasswordFormProps) {
  const navigate = useNavigate();
  const [shown, setShown] = useState(false);
  const [revokesTokens, setRevokesTokens] = useState(false);
  const { register, handleSubmit, setError, formState, control } = useForm({
    resolver: zodResolver(passwordForm),
    defaultValues: { new_password: '' },
  });
  const { errors, isSubmitting } = formState;
  const isLongEnough = useWatch({ control, name: 'new_password' }).length >= minPasswordLength;
  const submit = handleSubmit(async ({ new_password }) => {
    try {
      await completeRecovery(token, new_password, revokesTokens);
      navigate('/admin', { replace: true });
      toast({
        title: 'Success',
        description: revokesTokens
          ? 'Password changed. Every other device is signed out, and your API tokens are revoked.'
          : 'Password changed. Every other device is signed out.',
      });
    } catch (error) {
      if (error instanceof ProblemError && error.code === 'link_expired') return onExpired();
      const refused = error instanceof ProblemError && error.errors?.find(({ path }) => path === 'new_password');
      if (refused) return setError('new_password', { message: refused.message }, { shouldFocus: true });
      toast({ title: 'Error', description: whyNot(error), variant: 'destructive' });
    }
  });
  const message = errors.new_password?.message;
  // A password that is too short needs no error: the hint under the field says so.
  const tooShort = message !== undefined && !isLongEnough;
  return (
    <form
      noValidate
      className="mt-6.5 flex flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting) void submit();
      }}
    >
      {/* Lets password managers recognise the account. */}
      <input type="text" autoComplete="username" value={email} readOnly hidden />
      <Field
        label="New password"
        hint={<LengthRule met={isLongEnough} failed={tooShort} />}
        {...(message !== undefined && !tooShort && { error: message })}
      >
        <Input
          size="lg"
          type={shown ? 'text' : 'password'}
          autoComplete="new-password"
          autoFocus
          aria-invalid={message !== undefined || undefined}
          className="pr-1!"
          trailing={
            <IconButton
              label={shown ? 'Hide password' : 'Show password'}
              onClick={() => setShown(!shown)}
              className="max-md:size-9!"
            >
              {shown ? <EyeOff aria-hidden size={16} /> : <Eye aria-hidden size={16} />}
            </IconButton>
          }
          {...register('new_password')}
        />
      </Field>
      {tokens.length > 0 && (
        <TokenChoice tokens={tokens} checked={revokesTokens} disabled={isSubmitting} onChange={setRevokesTokens} />
      )}
      <Button type="submit" size="lg" variant="primary" className="mt-5 w-full" busy={isSubmitting}>
        Save and sign in
      </Button>
      <p className="mt-2.5 text-caption text-faint">Every other device is signed out.</p>
    </form>
  );
}

interface TokenChoiceProps {
  tokens: PasswordFormProps['tokens'];
  checked: boolean;
  disabled: boolean;
  onChange: (checked: boolean) => void;
}

/** Asks whether the API tokens of the account end with its password, and names them. */
function TokenChoice({ tokens, checked, disabled, onChange }: TokenChoiceProps) {
  const id = useId();
  return (
    <div className="mt-5">
      <Checkbox
        label="Revoke my API tokens as well"
        checked={checked}
        disabled={disabled}
        aria-describedby={id}
        onCheckedChange={(value) => onChange(value === true)}
      />
      <p id={id} className="mt-1.5 pl-6.5 text-caption text-muted wrap-anywhere">
        {tokens.map(({ name, ending }) => `${name} (…${ending})`).join(', ')}.{' '}
        {tokens.length === 1 ? 'It stays' : 'They stay'} valid otherwise: revoke {tokens.length === 1 ? 'it' : 'them'}{' '}
        if somebody else may have used your account.
      </p>
    </div>
  );
}

function LengthRule({ met, failed }: { met: boolean; failed: boolean }) {
  const Icon = met ? CircleCheck : failed ? CircleAlert : CircleDashed;
  const tone = met ? 'text-success' : failed ? 'text-danger' : 'text-faint';
  return (
    <span className="flex items-center gap-1.5">
      <Icon aria-hidden size={14} strokeWidth={1.75} className={tone} />
      <span className={failed ? 'text-danger' : 'text-muted'}>At least {minPasswordLength} characters</span>
    </span>
  );
}

function DeadLink() {
  return (
    <AuthSheet path={path} title="This link no longer works" subtitle="It was used already, or has expired" back={back}>
      <Button asChild size="lg" variant="primary" className="mt-6.5 w-full">
        <Link to="/auth/forgot">Send a new link</Link>
      </Button>
    </AuthSheet>
  );
}
