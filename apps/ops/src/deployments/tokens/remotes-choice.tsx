import { queryOf } from '@docfolio/api-client/query';
import { scopeOfRemote } from '@docfolio/contracts/entities/api-token';
import { adminRemotes, remoteName, remotes } from '@docfolio/contracts/entities/remote';
import { Button } from '@docfolio/ui/buttons/button';
import { Checkbox } from '@docfolio/ui/forms/checkbox';
import { Field } from '@docfolio/ui/forms/field';
import { Input } from '@docfolio/ui/forms/input';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';

/** Remotes that are delivered with the platform, whether or not a build of them was ever published. */
const deliveredRemotes = ['blog', 'site', ...adminRemotes];
export const everyScope = 'remotes:write';
const scopeOf = (remote: string) => scopeOfRemote(everyScope, remote);
const isAdmins = (remote: string) => adminRemotes.includes(remote);

interface RemotesChoiceProps {
  scopes: readonly string[];
  error: string | undefined;
  onChange: (scopes: readonly string[]) => void;
}

/** Checkboxes for the remotes that an API token may publish, promote and roll back. Nothing is chosen at first. */
export function RemotesChoice({ scopes, error, onChange }: RemotesChoiceProps) {
  const list = useQuery(queryOf(remotes.list, {}));
  const [added, setAdded] = useState<readonly string[]>([]);
  const known = [...new Set([...deliveredRemotes, ...(list.data?.items.map(({ name }) => name) ?? []), ...added])];
  const isForAll = scopes.includes(everyScope);
  const toggle = (scope: string) => (checked: boolean | 'indeterminate') =>
    onChange(checked === true ? [...scopes, scope] : scopes.filter((each) => each !== scope));
  const chooseAll = (checked: boolean | 'indeterminate') => {
    const own = scopes.filter((scope) => adminRemotes.map(scopeOf).includes(scope));
    onChange(checked === true ? [everyScope, ...own] : own);
  };
  const add = (name: string) => {
    setAdded([...added, name]);
    if (!scopes.includes(scopeOf(name))) onChange([...scopes, scopeOf(name)]);
  };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2.5">
      <legend className="mb-1.5 text-ui font-medium text-ink">May publish, promote and roll back builds of</legend>
      {known
        .filter((name) => !isAdmins(name))
        .sort()
        .map((name) => (
          <Checkbox
            key={name}
            label={<span className="mono text-mono">{name}</span>}
            checked={isForAll || scopes.includes(scopeOf(name))}
            disabled={isForAll}
            onCheckedChange={toggle(scopeOf(name))}
          />
        ))}
      {!isForAll && <AnotherRemote onAdd={add} />}
      <Checkbox label="These and every new remote" checked={isForAll} onCheckedChange={chooseAll} />
      {adminRemotes.map((name) => (
        <Checkbox
          key={name}
          label={
            <>
              <span className="mono text-mono">{name}</span>
              <span className="ml-1.5 text-muted">runs in the admin’s session and can do whatever you can</span>
            </>
          }
          checked={scopes.includes(scopeOf(name))}
          onCheckedChange={toggle(scopeOf(name))}
        />
      ))}
      {error && (
        <p role="alert" className="text-caption text-danger">
          {error}
        </p>
      )}
    </fieldset>
  );
}

/** A field for a remote of which nothing was published yet. */
function AnotherRemote({ onAdd }: { onAdd: (name: string) => void }) {
  const [name, setName] = useState('');
  const [error, setError] = useState<string>();
  const add = () => {
    const parsed = remoteName.safeParse(name.trim());
    setError(parsed.error?.issues[0]?.message);
    if (!parsed.success) return;
    onAdd(parsed.data);
    setName('');
  };
  return (
    <div className="flex items-start gap-2">
      <Field label="Another remote" error={error} className="grow">
        <Input
          autoComplete="off"
          mono
          value={name}
          placeholder="reading-list"
          onChange={(event) => setName(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
            event.preventDefault();
            add();
          }}
        />
      </Field>
      <Button variant="outline" className="mt-6.5" disabled={name.trim() === ''} onClick={add}>
        Add
      </Button>
    </div>
  );
}
