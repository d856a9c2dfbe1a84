import { useCallback, useEffect, useRef, useState } from 'react';

/** ms for which a copy button shows its result (specification, section 4). */
export const copiedMs = 2000;

/** Copies with `execCommand`, for when the clipboard API is missing (pages without HTTPS) or refuses. */
function copyByCommand(text: string): boolean {
  const field = document.createElement('textarea');
  field.value = text;
  field.setAttribute('readonly', '');
  field.style.position = 'fixed';
  field.style.opacity = '0';
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const copied = document.execCommand?.('copy') ?? false;
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return copied;
}

async function copyText(text: string): Promise<boolean> {
  if (!navigator.clipboard) return copyByCommand(text);
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}

/** Returns `copy(text)`, which resolves to whether it worked, and `state`: `copied` or `failed` for 2 s, else `idle`. */
export function useCopy() {
  const [state, setState] = useState<'idle' | 'copied' | 'failed'>('idle');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const copy = useCallback(async (text: string) => {
    const copied = await copyText(text);
    setState(copied ? 'copied' : 'failed');
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setState('idle'), copiedMs);
    return copied;
  }, []);
  return { state, copy };
}
