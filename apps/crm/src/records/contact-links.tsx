const look = 'touch-target inline-block max-w-full break-words underline-offset-3 hover:underline';

/** Writes to somebody. */
export function EmailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} className={look}>
      {email}
    </a>
  );
}

/** Calls somebody: the number as it was written, dialled without what only parts it. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={look}>
      {phone}
    </a>
  );
}
