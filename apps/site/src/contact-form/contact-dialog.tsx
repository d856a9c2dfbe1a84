import { Button } from '@docfolio/ui/button';
import { Dialog, DialogBody, DialogClose, DialogFooter } from '@docfolio/ui/dialog';
import { Honeypot } from '@docfolio/ui/honeypot';
import type { ReactNode } from 'react';
import { honeypotField } from './honeypot-field.js';
import { PrivacyLink } from './privacy-link.js';
import { SenderFields, type senderFields } from './sender-fields.js';
import type { ContactForm } from './use-contact-form.js';

export interface ContactDialogProps {
  title: string;
  /** One quiet line under the title. */
  description: string;
  form: ContactForm<(typeof senderFields)[number]>;
  onClose: () => void;
  /** What is asked beside who asks: cells of a grid of two columns. */
  children: ReactNode;
}

/**
 * A form that asks, over the page. It closes without a question, for nothing is lost by it: the draft stands in its
 * fields again when it is opened the next time.
 */
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
