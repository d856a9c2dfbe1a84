import { type FormValue, type FormValues, wordsOf } from '@docfolio/admin/records/form-field';
import type { StaleField } from '@docfolio/admin/records/stale-record';
import { Button } from '@docfolio/ui/buttons/button';
import { classNames } from '@docfolio/ui/class-names';
import { Dialog, DialogBody, DialogClose, DialogFooter } from '@docfolio/ui/overlays/dialog';
import { useEffect, useMemo, useRef, useState } from 'react';
import { ContentDiff } from '../revisions/revision-diff.js';
import { mergeLines } from './line-merge.js';
import type { PostConflict } from './use-post-conflict.js';

interface ConflictDialogProps {
  conflict: PostConflict;
  /** Receives the values of all fields, with the chosen side of each conflict. */
  onKeep: (values: FormValues) => void;
  onLater: () => void;
}

/** The dialog for a post saved elsewhere: per field in conflict the user picks a side or, for long texts, a merge. */
export function ConflictDialog({ conflict, onKeep, onLater }: ConflictDialogProps) {
  const { fields, merged } = conflict;
  const [chosen, setChosen] = useState<FormValues>(() =>
    Object.fromEntries(fields.map(({ field, mine, theirs, typed }) => [field.name, typed ? mine : theirs])),
  );
  return (
    <Dialog
      open
      onOpenChange={onLater}
      title={conflict.restored ? 'This post was saved after you typed' : 'This post has changed since you opened it'}
      description={
        fields.length > 0
          ? 'Choose what to keep, then save again. Nothing has been overwritten.'
          : 'It now says what you typed. Save again to keep the rest.'
      }
      className="md:-ml-[min(24rem,50vw-2rem)] md:w-192"
    >
      <DialogBody className="flex flex-col gap-6">
        {fields.map((field, at) => (
          <FieldChoice
            key={field.field.name}
            first={at === 0}
            of={field}
            value={chosen[field.field.name] ?? ''}
            onChoose={(value) => setChosen((before) => ({ ...before, [field.field.name]: value }))}
          />
        ))}
      </DialogBody>
      <DialogFooter>
        <DialogClose>
          <Button variant="ghost">Decide later</Button>
        </DialogClose>
        <Button variant="primary" onClick={() => onKeep({ ...merged, ...chosen })}>
          Keep these
        </Button>
      </DialogFooter>
    </Dialog>
  );
}

interface FieldChoiceProps {
  first: boolean;
  of: StaleField;
  value: FormValue;
  onChoose: (value: FormValue) => void;
}

function FieldChoice({ first, of, value, onChoose }: FieldChoiceProps) {
  const { field, mine, theirs, before, typed } = of;
  const long = field.control === 'textarea';
  const both = useMemo(
    () =>
      long && typed ? mergeLines(before === null ? null : String(before), String(mine), String(theirs)) : undefined,
    [long, typed, before, mine, theirs],
  );
  const answer = useRef<HTMLInputElement>(null);
  // Away from the close button.
  useEffect(() => answer.current?.focus(), []);
  const sides = [
    { label: typed ? 'Yours' : 'As you opened it', value: mine },
    { label: 'Saved in the meantime', value: theirs },
    ...(both !== undefined && both !== mine && both !== theirs ? [{ label: 'Both, merged', value: both }] : []),
  ];
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 font-medium text-ink text-ui">{field.label}</legend>
      <div className={classNames('grid gap-2 max-md:grid-cols-1', sides.length > 2 ? 'grid-cols-3' : 'grid-cols-2')}>
        {sides.map((side) => (
          <label
            key={side.label}
            className={classNames(
              'flex min-h-11 min-w-0 cursor-pointer items-start gap-2.5 rounded-control border px-3 py-2 text-ui has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent',
              side.value === value ? 'border-accent bg-accent-soft' : 'border-line-strong hover:bg-raised',
            )}
          >
            <input
              type="radio"
              name={`conflict-${field.name}`}
              ref={first && side.value === value ? answer : undefined}
              checked={side.value === value}
              onChange={() => onChoose(side.value)}
              className="mt-1 size-3.5 shrink-0 accent-fill outline-none"
            />
            <span className="min-w-0">
              <span className={long ? 'block text-ink' : 'block text-caption text-muted'}>{side.label}</span>
              {!long && (
                <span className={classNames('block text-ink [overflow-wrap:anywhere]', field.mono && 'mono text-code')}>
                  {wordsOf(field, side.value) || <span className="text-muted">Empty</span>}
                </span>
              )}
            </span>
          </label>
        ))}
      </div>
      {long && (
        <div className="mt-3">
          <ContentDiff label="− saved in the meantime, + yours" before={String(theirs)} after={String(mine)} />
        </div>
      )}
    </fieldset>
  );
}
