import { toast } from '@docfolio/ui/runtime';
import { type ComponentType, type ReactNode, useRef, useState } from 'react';

export interface SubjectDialogProps<Subject> {
  subject: Subject;
  onClose: () => void;
}

export type LoadDialog<Subject> = () => Promise<{ default: ComponentType<SubjectDialogProps<Subject>> }>;

export interface ContactDialogOpener<Subject> {
  /** Returns props for the button that opens the dialog about a subject, such as a service. */
  opener: (subject: Subject) => {
    'aria-haspopup': 'dialog';
    busy: boolean;
    onClick: () => void;
    onFocus: () => void;
    onPointerEnter: () => void;
  };
  /** The dialog to render; null while it is closed. */
  dialog: ReactNode;
}

/** Returns a dialog about one of several subjects and its buttons' props; hovering or focusing a button preloads it. */
export function useContactDialog<Subject extends { id: string }>(
  load: LoadDialog<Subject>,
): ContactDialogOpener<Subject> {
  const [Dialog, setDialog] = useState<ComponentType<SubjectDialogProps<Subject>> | null>(null);
  const [subject, setSubject] = useState<Subject | null>(null);
  const [awaited, setAwaited] = useState<Subject | null>(null);
  const latest = useRef<Subject | null>(null);

  async function open(asked: Subject) {
    latest.current = asked;
    setAwaited(asked);
    try {
      const { default: loaded } = await load();
      if (latest.current !== asked) return;
      setDialog(() => loaded);
      setSubject(asked);
    } catch (error) {
      console.error('The dialog could not be loaded', error);
      toast({ variant: 'destructive', title: 'Error', description: 'Something went wrong. Please try again.' });
    } finally {
      setAwaited((now) => (now === asked ? null : now));
    }
  }

  const preload = () => void load().catch(() => {});

  return {
    opener: (asked) => ({
      'aria-haspopup': 'dialog',
      busy: awaited === asked,
      onClick: () => void open(asked),
      onFocus: preload,
      onPointerEnter: preload,
    }),
    dialog: Dialog && subject && (
      <Dialog
        key={subject.id}
        subject={subject}
        // A form that finishes sending after its dialog was closed must not close another dialog.
        onClose={() => setSubject((now) => (now === subject ? null : now))}
      />
    ),
  };
}
