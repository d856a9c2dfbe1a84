import type { ReactNode } from 'react';

/** Default ms until a toast closes (specification, section 9). Hovering or focusing it pauses the timer. */
export const toastDurationMs = 5000;

export type ToastVariant = 'success' | 'info' | 'warning' | 'destructive';

export interface ToastAction {
  label: string;
  onAction: () => void;
}

export interface ToastMessage {
  title: string;
  description?: ReactNode;
  /** Default: `success`. `destructive` is announced assertively, the others politely. */
  variant?: ToastVariant;
  action?: ToastAction;
  duration?: number;
}

export interface ShownToast extends ToastMessage {
  id: number;
  variant: ToastVariant;
  duration: number;
}

let current: ShownToast | null = null;
let lastId = 0;
const listeners = new Set<() => void>();

function change(next: ShownToast | null) {
  current = next;
  for (const listener of listeners) listener();
}

/** Shows a toast in place of the current one. Works before the Toaster is mounted. @returns id for `dismissToast` */
export function toast(message: ToastMessage): number {
  lastId += 1;
  change({ variant: 'success', duration: toastDurationMs, ...message, id: lastId });
  return lastId;
}

/** Closes the visible toast; with an `id`, only if it is the visible one. */
export function dismissToast(id?: number) {
  if (current && (id === undefined || current.id === id)) change(null);
}

export function subscribeToToast(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

export const currentToast = () => current;
export const noToast = () => null;
