const look = 'touch-target inline-block max-w-full break-words underline-offset-3 hover:underline';

export function EmailLink({ email }: { email: string }) {
  return (
    <a href={`mailto:${encodeURIComponent(email).replace('%40', '@')}`} className={look}>
      {email}
    </a>
  );
}

/** A `tel:` link without the number's separators. */
export function PhoneLink({ phone }: { phone: string }) {
  return (
    <a href={`tel:${phone.replace(/[^+\d]/g, '')}`} className={look}>
      {phone}
    </a>
  );
}
