import { recordId } from '@docfolio/contracts/core/text';
import { useLocation, useNavigate } from '@docfolio/federation/router';
import { addressNow } from './address-now.js';

/** The form that the URL opens: `?form=add`, or `?form=<id>` to edit a record. */
export interface FormRoute {
  editing: string | undefined;
  adding: boolean;
  /** What the parameter says, for a form that is neither of these. */
  value: string | null;
  openAdd: () => void;
  openEdit: (id: string) => void;
  open: (value: string) => void;
  close: () => void;
}

/** Opens and closes a form by the URL, so that it reopens after signing in. @param name of the query parameter */
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
    value: form,
    adding: form === 'add',
    editing: recordId.safeParse(form).success ? (form ?? undefined) : undefined,
    openAdd: () => go('add', false),
    openEdit: (id) => go(id, false),
    open: (value) => go(value, false),
    close: () => go(null, true),
  };
}
