import { type Offering, offerings } from '@docfolio/site-copy/offerings';
import { Button } from '@docfolio/ui/buttons/button';
import { type ContactDialogOpener, useContactDialog } from '../contact-form/use-contact-dialog.js';
import { durationOf, rateOf } from './service-terms.js';

const loadDialog = () => import('./service-dialog.js');

export function ServiceList() {
  const { opener, dialog } = useContactDialog<Offering>(loadDialog);
  return (
    <>
      <ul className="border-line border-b">
        {offerings.map((offering) => (
          <ServiceRow key={offering.id} offering={offering} opener={opener} />
        ))}
      </ul>
      {dialog}
    </>
  );
}

interface ServiceRowProps extends Pick<ContactDialogOpener<Offering>, 'opener'> {
  offering: Offering;
}

function ServiceRow({ offering, opener }: ServiceRowProps) {
  const { id, title, sentence, features } = offering;
  return (
    <li
      id={id}
      className="grid gap-x-12 gap-y-5 border-line border-t pt-6 pb-7 @min-[36rem]:grid-cols-[minmax(0,1fr)_11.5rem]"
    >
      <div>
        <h3 id={`${id}-title`} className="text-h3 text-ink">
          {title}
        </h3>
        <p className="mt-1 text-muted text-sub">{sentence}</p>
        <ul className="mt-3.5 grid gap-x-6 gap-y-1 xs:grid-cols-2">
          {features.map((feature) => (
            <li key={feature} className="flex items-center gap-2.5 text-muted text-ui">
              <span aria-hidden className="size-1 shrink-0 rounded-full bg-line-field" />
              {feature}
            </li>
          ))}
        </ul>
      </div>
      <div>
        <dl className="grid gap-y-2.5 pt-1">
          <Term name="Rate" value={rateOf(offering)} />
          <Term name="Duration" value={durationOf(offering)} />
        </dl>
        <Button
          {...opener(offering)}
          size="sm"
          aria-describedby={`${id}-title`}
          className="mt-4 w-full noscript:hidden"
        >
          Inquire
        </Button>
        <noscript>
          <Button asChild size="sm" aria-describedby={`${id}-title`} className="mt-4 w-full">
            <a href="#start">Inquire</a>
          </Button>
        </noscript>
      </div>
    </li>
  );
}

function Term({ name, value }: { name: string; value: string }) {
  return (
    <div className="flex items-baseline justify-between gap-4 text-ui">
      <dt className="text-faint">{name}</dt>
      <dd className="mono text-ink text-mono">{value}</dd>
    </div>
  );
}
