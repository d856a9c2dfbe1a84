/** A form field that only bots fill in. It is hidden without `display: none`, which bots recognise. */
export function Honeypot({ name }: { name: string }) {
  return (
    <div inert aria-hidden="true" className="sr-only">
      <label>
        Leave this empty
        <input name={name} type="text" tabIndex={-1} autoComplete="off" data-1p-ignore data-lpignore="true" />
      </label>
    </div>
  );
}
