import { recordId } from '@docfolio/contracts/text';
import { useLocation, useNavigate } from '@docfolio/federation/router';
import { addressNow } from './address-now.js';

/** Which form the address asks for: `?form=add`, or `?form=<id>` for a record that is being edited. */
export interface FormRoute {
  editing: string | undefined;
  adding: boolean;
  openAdd: () => void;
  openEdit: (id: string) => void;
  close: () => void;
}

/**
 * The form's place in the address. So it survives a session that ends while somebody types: after signing in again the
 * same form opens, with what was typed.
 * @param name of the query's parameter; a page with the form of another kind beside its own gives that one its own
 */
export function useFormRoute(name = 'form'): FormRoute {
  const navigate = useNavigate();
  const form = new URLSearchParams(useLocation().search).get(name);
  const go = (value: string | null, replace: boolean) => {
    const { pathname, search } = addressNow();
    const params = new URLSearchParams(search);
    if (value) params.set(name, value);
    else params.delete(name);
    navigate({ pathname, search: params.toString() }, { replace });
  };
  return {
    adding: form === 'add',
    editing: recordId.safeParse(form).success ? (form ?? undefined) : undefined,
    openAdd: () => go('add', false),
    openEdit: (id) => go(id, false),
    close: () => go(null, true),
  };
}
