import { RecordFormFields } from '@docfolio/admin/records/record-form-fields';
import type { FormRoute } from '@docfolio/admin/records/use-form-route';
import { useRecord } from '@docfolio/admin/records/use-record-list';
import type { Client } from '@docfolio/contracts/entities/client';
import type { Lead } from '@docfolio/contracts/entities/lead';
import { Button } from '@docfolio/ui/buttons/button';
import { classNames } from '@docfolio/ui/class-names';
import { Switch } from '@docfolio/ui/forms/switch';
import { Dialog, DialogBody, DialogClose, DialogFooter } from '@docfolio/ui/overlays/dialog';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { clientForm } from '../clients/client-form.js';
import { ClientName } from '../links/client-name.js';
import { projectForm } from '../projects/project-form.js';
import { leadKind } from './lead-kind.js';
import { type ClientChoice, useConversion } from './use-conversion.js';

/** Returns the fields of a lead's project, without the client, which is created or chosen in the dialog's other half. */
function projectFieldsOf({ budget_range }: Lead) {
  const fields = projectForm.fields.filter(({ name }) => name !== 'client_id');
  if (!budget_range) return fields;
  const hint = `The lead's range: ${budget_range}`;
  return fields.map((field) => (field.name === 'budget' ? { ...field, hint } : field));
}

/** The dialog that converts a lead to a client, a project or both. The lead stays, and is linked to them. */
export function ConvertDialog({ route }: { route: FormRoute }) {
  return route.editing ? <Opened key={route.editing} id={route.editing} onClose={route.close} /> : null;
}

function Opened({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: lead } = useRecord(leadKind, id);
  return lead ? <ConversionForm lead={lead} onClose={onClose} /> : null;
}

function ConversionForm({ lead: found, onClose }: { lead: Lead; onClose: () => void }) {
  // As it was when the dialog opened: live updates must not rearrange the form.
  const [lead] = useState(found);
  const conversion = useConversion(lead, onClose);
  const { asClient, asProject, withClient, withProject, known, usesKnown, dirty, sending } = conversion;
  return (
    <Dialog
      open
      onOpenChange={() => {
        // Called after the user chose to discard what was typed, if anything was.
        conversion.drop();
        onClose();
      }}
      title="Convert Lead"
      description={`${lead.name} stays among the leads, as converted, and is linked to what is made here.`}
      dirty={dirty}
    >
      <form
        noValidate
        className="contents"
        onSubmit={(event) => {
          event.preventDefault();
          void conversion.submit();
        }}
      >
        <DialogBody>
          {lead.client_id ? (
            <p className="border-line border-b pb-4 text-ui text-muted">
              Client: <ClientName id={lead.client_id} />
            </p>
          ) : (
            <Part label="Client" on={withClient} onChange={conversion.setWithClient}>
              {known && <KnownClient client={known} choice={conversion.choice} onChange={conversion.setChoice} />}
              {!usesKnown && <RecordFormFields form={asClient} fields={clientForm.fields} />}
            </Part>
          )}
          <Part label="Project" on={withProject} onChange={conversion.setWithProject}>
            <RecordFormFields form={asProject} fields={projectFieldsOf(lead)} />
          </Part>
        </DialogBody>
        <DialogFooter>
          <DialogClose>
            <Button variant="ghost">Cancel</Button>
          </DialogClose>
          <Button type="submit" variant="primary" busy={sending} disabled={!(withClient || withProject)}>
            Convert Lead
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}

interface PartProps {
  label: string;
  on: boolean;
  onChange: (on: boolean) => void;
  children: ReactNode;
}

function Part({ label, on, onChange, children }: PartProps) {
  return (
    <section aria-label={label} className="border-line border-t py-4 first:border-t-0 first:pt-0 last:pb-0">
      <Switch label={label} checked={on} onCheckedChange={onChange} />
      {on && <div className="mt-4">{children}</div>}
    </section>
  );
}

const choices: readonly [ClientChoice, string][] = [
  ['existing', 'Use this client'],
  ['new', 'Create another one'],
];

interface KnownClientProps {
  client: Client;
  choice: ClientChoice;
  onChange: (choice: ClientChoice) => void;
}

/** Asks whether to use the client that has the typed email, or to create a new one. */
function KnownClient({ client, choice, onChange }: KnownClientProps) {
  return (
    <fieldset
      className={classNames(
        'rounded-note border border-warning-line bg-warning-soft px-4 py-3 text-ui',
        choice === 'new' && 'mb-5',
      )}
    >
      <legend className="sr-only">Which client</legend>
      <p role="alert" className="flex gap-2.5 text-ink">
        <TriangleAlert aria-hidden size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-warning" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {client.name} has this e-mail address and is a client already.
        </span>
      </p>
      <div className="mt-2 flex flex-wrap gap-x-6 gap-y-1 pl-6.5">
        {choices.map(([value, words]) => (
          <label key={value} className="touch-target flex min-h-8 cursor-pointer items-center gap-2 text-ink">
            <input
              type="radio"
              name="known-client"
              checked={choice === value}
              onChange={() => onChange(value)}
              className="size-3.5 accent-fill"
            />
            {words}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
