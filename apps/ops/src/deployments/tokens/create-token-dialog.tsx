import { isSessionEnd, sessionEnded } from '@docfolio/admin/records/failure-toast';
import { call } from '@docfolio/api-client/call';
import { queryKeyOf } from '@docfolio/api-client/query';
import type { OutputOf } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { apiTokens } from '@docfolio/contracts/entities/api-token';
import { Button } from '@docfolio/ui/buttons/button';
import { CopyButton } from '@docfolio/ui/buttons/copy-button';
import { Field } from '@docfolio/ui/forms/field';
import { Input } from '@docfolio/ui/forms/input';
import { Dialog, DialogBody, DialogClose, DialogFooter } from '@docfolio/ui/overlays/dialog';
import { useQueryClient } from '@tanstack/react-query';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { RemotesChoice } from './remotes-choice.js';

type CreatedToken = OutputOf<typeof apiTokens.create>;

/** The dialog that creates an API token and shows it once. */
export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [created, setCreated] = useState<CreatedToken | null>(null);
  const [copied, setCopied] = useState(false);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={created ? 'Copy the token now' : 'Create API token'}
      description={
        created
          ? 'It is not shown again: only its hash is stored.'
          : 'Give each job a token of its own, so that you can revoke it separately.'
      }
      dirty={created ? !copied : name !== ''}
      discardText={
        created
          ? {
              title: 'Close without copying the token?',
              detail: 'It is not shown again. You would have to create another one.',
              keep: 'Go back',
              discard: 'Close',
            }
          : undefined
      }
    >
      {created ? (
        <NewToken token={created} onCopied={() => setCopied(true)} />
      ) : (
        <TokenForm name={name} onName={setName} onCreated={setCreated} />
      )}
    </Dialog>
  );
}

interface TokenFormProps {
  name: string;
  onName: (name: string) => void;
  onCreated: (token: CreatedToken) => void;
}

function TokenForm({ name, onName, onCreated }: TokenFormProps) {
  const client = useQueryClient();
  const [scopes, setScopes] = useState<readonly string[]>([]);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [busy, setBusy] = useState(false);

  const submit = async () => {
    if (busy) return;
    const parsed = apiTokens.create.input.safeParse({ name, scopes });
    if (!parsed.success) return setErrors(errorsByField(parsed.error.issues));
    setErrors({});
    setBusy(true);
    try {
      onCreated(await call(apiTokens.create, parsed.data));
      void client.invalidateQueries({ queryKey: queryKeyOf(apiTokens.list) });
    } catch (error) {
      console.error('Creating an API token failed', error);
      setErrors(errorsOf(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <form
      noValidate
      className="contents"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <DialogBody className="flex flex-col gap-4.5">
        {errors.form && (
          <p role="alert" className="flex items-start gap-2 text-danger text-ui">
            <CircleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0" />
            {errors.form}
          </p>
        )}
        <Field label="Name" required error={errors.name} hint="Shown in the deployment history.">
          <Input
            autoFocus
            autoComplete="off"
            value={name}
            placeholder="blog CI"
            onChange={(event) => onName(event.target.value)}
          />
        </Field>
        <RemotesChoice scopes={scopes} error={errors.scopes} onChange={setScopes} />
      </DialogBody>
      <DialogFooter>
        <DialogClose>
          <Button variant="ghost">Cancel</Button>
        </DialogClose>
        <Button type="submit" variant="primary" busy={busy}>
          Create token
        </Button>
      </DialogFooter>
    </form>
  );
}

function NewToken({ token: { name, token }, onCopied }: { token: CreatedToken; onCopied: () => void }) {
  return (
    <>
      <DialogBody className="flex flex-col gap-4.5">
        <Field label={`Token ${name}`}>
          <Input
            readOnly
            autoFocus
            mono
            value={token}
            onFocus={(event) => event.currentTarget.select()}
            onCopy={onCopied}
            trailing={
              <CopyButton
                text={token}
                label="Copy the token"
                className="-mr-2"
                onResult={(done) => done && onCopied()}
              />
            }
          />
        </Field>
        <p className="flex gap-2.5 rounded-note border border-warning-line bg-warning-soft px-4 py-3 text-muted text-ui">
          <TriangleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-warning" />
          Anyone with this token can deploy. Store it as a secret of your CI, never in a repository.
        </p>
      </DialogBody>
      <DialogFooter>
        <DialogClose>
          <Button variant="primary">Done</Button>
        </DialogClose>
      </DialogFooter>
    </>
  );
}

const errorsByField = (issues: readonly { path: PropertyKey[]; message: string }[]) =>
  Object.fromEntries([...issues].reverse().map(({ path, message }) => [String(path[0] ?? 'form'), message]));

/** Returns what to show for a failure: the errors of the fields, or a sentence for the whole form. */
function errorsOf(error: unknown): Readonly<Record<string, string>> {
  if (isSessionEnd(error)) return { form: sessionEnded };
  if (!(error instanceof ProblemError) || error.status >= 500) return { form: 'Failed to create the token' };
  const fields = (error.errors ?? []).filter(({ path }) => path === 'name' || path.startsWith('scopes'));
  if (fields.length > 0) return errorsByField(fields.map(({ path, message }) => ({ path: path.split('.'), message })));
  return { form: error.detail ?? 'Failed to create the token' };
}
