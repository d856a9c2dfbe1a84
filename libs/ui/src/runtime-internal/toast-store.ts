import type { ReactNode } from 'react';

/** How long a toast stays, in milliseconds (specification, section 9). Pointing at it or focusing it holds it. */
export const TOAST_DURATION_MS = 5000;

export type ToastVariant = 'success' | 'info' | 'warning' | 'destructive';

export interface ToastAction {
  label: string;
  onAction: () => void;
}

export interface ToastMessage {
  title: string;
  description?: ReactNode;
  /** `success` when not given. `destructive` is announced at once, the others when the reader pauses. */
  variant?: ToastVariant;
  /** One thing to do about it, such as Undo. Doing it closes the toast. */
  action?: ToastAction;
  /** Milliseconds, instead of TOAST_DURATION_MS. */
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

/**
 * Shows a toast in place of the one that is showing: one is visible at a time (specification, section 9).
 * Returns its id for `dismissToast`. Works from anywhere, before the Toaster is mounted too.
 */
export function toast(message: ToastMessage): number {
  lastId += 1;
  change({ variant: 'success', duration: TOAST_DURATION_MS, ...message, id: lastId });
  return lastId;
}

/** Takes the toast away; with an id only if that one is still showing. */
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
