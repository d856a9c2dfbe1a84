/**
 * The field that only a machine fills in: out of sight, out of the tab order and out of the accessibility tree, but
 * not `display: none`, which machines look for. Browsers are told not to complete it.
 */
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
