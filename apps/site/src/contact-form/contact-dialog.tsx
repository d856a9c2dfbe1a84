import { honeypotField } from '@docfolio/contracts/generated/constants';
import type { PublicForm } from '@docfolio/public-forms/use-public-form';
import { Button } from '@docfolio/ui/buttons/button';
import { Honeypot } from '@docfolio/ui/forms/honeypot';
import { Dialog, DialogBody, DialogClose, DialogFooter } from '@docfolio/ui/overlays/dialog';
import type { ReactNode } from 'react';
import { PrivacyLink } from './privacy-link.js';
import { SenderFields, type senderFields } from './sender-fields.js';

export interface ContactDialogProps {
  title: string;
  description: string;
  form: PublicForm<(typeof senderFields)[number]>;
  onClose: () => void;
  /** Further fields, laid out in a grid of two columns. */
  children: ReactNode;
}

/** A contact form in a dialog. Closing needs no confirmation, because the draft is restored when it opens again. */
export function ContactDialog({ title, description, form, onClose, children }: ContactDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <form {...form.props} className="contents">
        <DialogBody className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
          <SenderFields form={form} />
          {children}
          <Honeypot name={honeypotField} />
        </DialogBody>
        <DialogFooter>
          <PrivacyLink className="mr-auto">Privacy</PrivacyLink>
          <DialogClose>
            <Button variant="ghost">Cancel</Button>
          </DialogClose>
          <Button {...form.button} variant="primary">
            Send inquiry
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
