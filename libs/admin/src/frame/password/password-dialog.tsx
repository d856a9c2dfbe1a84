import { changePassword, useSession } from '@docfolio/api-client/session';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { minPasswordLength } from '@docfolio/contracts/entities/session';
import { Button } from '@docfolio/ui/buttons/button';
import { Field } from '@docfolio/ui/forms/field';
import { Input } from '@docfolio/ui/forms/input';
import { Dialog, DialogBody, DialogClose, DialogFooter } from '@docfolio/ui/overlays/dialog';
import { toast } from '@docfolio/ui/runtime';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { retryIn } from '../../access/retry-in.js';
import { type PasswordForm, passwordFields, passwordForm } from './password-form.js';

export interface PasswordDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

export function PasswordDialog({ open, onOpenChange }: PasswordDialogProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Change password"
      description="You stay signed in here. Every other session ends."
      className="md:w-110 md:-ml-55"
    >
      <PasswordFields onDone={() => onOpenChange(false)} />
    </Dialog>
  );
}

function PasswordFields({ onDone }: { onDone: () => void }) {
  const { user } = useSession();
  const { register, handleSubmit, setError, formState } = useForm<PasswordForm>({
    resolver: zodResolver(passwordForm),
    defaultValues: { current_password: '', new_password: '', repeated: '' },
  });
  const { errors, isSubmitting } = formState;

  const submit = handleSubmit(async ({ current_password, new_password }) => {
    try {
      await changePassword(current_password, new_password);
      onDone();
      toast({ title: 'Success', description: 'Password changed successfully. Other sessions have ended.' });
    } catch (error) {
      const wrong = passwordFields.flatMap((name) => {
        const said = error instanceof ProblemError && error.errors?.find(({ path }) => path === name);
        return said ? { name, message: said.message } : [];
      });
      for (const [place, { name, message }] of wrong.entries())
        setError(name, { type: 'server', message }, { shouldFocus: place === 0 });
      if (wrong.length === 0) toast({ title: 'Error', description: whyNot(error), variant: 'destructive' });
    }
  });

  return (
    <form
      noValidate
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        if (!isSubmitting) void submit();
      }}
    >
      <DialogBody className="flex flex-col gap-4.5">
        {/* Lets password managers recognise the account. */}
        <input type="text" autoComplete="username" value={user?.email ?? ''} readOnly hidden />
        <Field label="Current password" required error={errors.current_password?.message}>
          <Input type="password" autoComplete="current-password" autoFocus {...register('current_password')} />
        </Field>
        <Field
          label="New password"
          required
          hint={`At least ${minPasswordLength} characters`}
          error={errors.new_password?.message}
        >
          <Input type="password" autoComplete="new-password" {...register('new_password')} />
        </Field>
        <Field label="Repeat new password" required error={errors.repeated?.message}>
          <Input type="password" autoComplete="new-password" {...register('repeated')} />
        </Field>
      </DialogBody>
      <DialogFooter>
        <DialogClose>
          <Button variant="ghost">Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={isSubmitting}>
          Change password
        </Button>
      </DialogFooter>
    </form>
  );
}

function whyNot(error: unknown): string {
  console.error('Changing the password failed', error);
  if (!(error instanceof ProblemError)) return 'Failed to change password';
  if (error.code === 'rate_limited') return `Too many attempts. ${retryIn(error.retryAfter)}`;
  if (error.status === 401) return 'Your session has ended. Sign in again.';
  return 'Failed to change password';
}
