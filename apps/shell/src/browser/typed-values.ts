type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

interface Replaced {
  field: Field;
  /** Accessible name of its form. */
  form: string | null;
}

const fields = 'input[name],textarea[name],select[name]';

const isTicked = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';

function isEdited(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const chosenByServer = [...field.options].findIndex(({ defaultSelected }) => defaultSelected);
    return field.selectedIndex !== Math.max(0, chosenByServer);
  }
  return isTicked(field) ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}

const labelOf = (form: Element | null | undefined): string | null => form?.getAttribute('aria-label') ?? null;

function replacedBy({ removedNodes, target }: MutationRecord): Replaced[] {
  return [...removedNodes]
    .filter((node) => node instanceof Element)
    .flatMap((node) => [...(node.matches(fields) ? [node as Field] : []), ...node.querySelectorAll<Field>(fields)])
    .filter(isEdited)
    .map((field) => ({ field, form: labelOf(field.form ?? (target as Element).closest('form')) }));
}

/** Returns the field of the page that has come for one that was removed. */
const successorOf = ({ field: { name, type, value }, form }: Replaced): Field | undefined =>
  [...document.querySelectorAll<Field>(fields)].find(
    (field) =>
      field.name === name &&
      field.type === type &&
      labelOf(field.form) === form &&
      (!isTicked(field) || field.value === value) &&
      !isEdited(field),
  );

/** Sets a value as typing does, so that React takes it for a change. */
function fill(field: Field, from: Field): void {
  if (isTicked(field)) {
    field.click();
    return;
  }
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, from.value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

/**
 * Keeps what a visitor has typed before the page is hydrated. Where an extension has added an element to the server's HTML, React
 * renders the part again, with empty fields: each gets the text of the one that it replaces. Ends with hydration (`data-answering`).
 */
export function keepTypedValues(): void {
  const root = document.documentElement;
  if ('answering' in root.dataset) return;
  let focused: EventTarget | null = document.activeElement;
  const onFocus = ({ target }: FocusEvent) => {
    focused = target;
  };
  let waiting: Replaced[] = [];
  const observer = new MutationObserver((records) => {
    waiting.push(...records.flatMap(replacedBy));
    waiting = waiting.filter((replaced) => {
      if (replaced.field.isConnected) return false;
      const successor = successorOf(replaced);
      if (!successor) return true;
      fill(successor, replaced.field);
      if (replaced.field === focused && document.activeElement === document.body) successor.focus();
      return false;
    });
    if (!('answering' in root.dataset)) return;
    observer.disconnect();
    document.removeEventListener('focusin', onFocus);
  });
  document.addEventListener('focusin', onFocus);
  observer.observe(root, { childList: true, subtree: true, attributeFilter: ['data-answering'] });
}
