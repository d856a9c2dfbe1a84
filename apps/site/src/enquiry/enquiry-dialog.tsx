import { Button } from '@docfolio/ui/button';
import { Dialog, DialogBody, DialogClose, DialogFooter } from '@docfolio/ui/dialog';
import { Honeypot } from '@docfolio/ui/honeypot';
import type { ReactNode } from 'react';
import { EnquirerFields, type enquirerFields } from './enquirer-fields.js';
import { honeypotField } from './honeypot-field.js';
import { PrivacyLink } from './privacy-link.js';
import type { EnquiryForm } from './use-enquiry-form.js';

export interface EnquiryDialogProps {
  title: string;
  /** One quiet line under the title. */
  description: string;
  form: EnquiryForm<(typeof enquirerFields)[number]>;
  onClose: () => void;
  /** What is asked beside who asks: cells of a grid of two columns. */
  children: ReactNode;
}

/**
 * A form that asks, over the page. It closes without a question, for nothing is lost by it: the draft stands in its
 * fields again when it is opened the next time.
 */
export function EnquiryDialog({ title, description, form, onClose, children }: EnquiryDialogProps) {
  return (
    <Dialog open onOpenChange={onClose} title={title} description={description}>
      <form {...form.props} className="contents">
        <DialogBody className="grid gap-x-5 gap-y-4 sm:grid-cols-2">
          <EnquirerFields form={form} />
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
