import type * as contract from '@docfolio/contracts/honeypot';

/** The name of the field; its type holds it to the contract's, whose schemas come with the submission. */
export const honeypotField: typeof contract.honeypotField = 'website';

/**
 * The field that only a machine fills in: out of sight, out of the tab order and out of the accessibility tree, but
 * not `display: none`, which machines look for. Browsers are told not to complete it.
 */
export function Honeypot() {
  return (
    <div inert aria-hidden="true" className="sr-only">
      <label>
        Leave this empty
        <input name={honeypotField} type="text" tabIndex={-1} autoComplete="off" data-1p-ignore data-lpignore="true" />
      </label>
    </div>
  );
}
