import { toast } from '@docfolio/ui/runtime';
import { type ComponentType, type ReactNode, useRef, useState } from 'react';

export interface SubjectDialogProps<Subject> {
  subject: Subject;
  onClose: () => void;
}

/** The file of a dialog, as `import()` gives it. */
export type LoadDialog<Subject> = () => Promise<{ default: ComponentType<SubjectDialogProps<Subject>> }>;

export interface ContactDialogOpener<Subject> {
  /** For the button that asks about a subject. */
  opener: (subject: Subject) => {
    'aria-haspopup': 'dialog';
    busy: boolean;
    onClick: () => void;
    onFocus: () => void;
    onPointerEnter: () => void;
  };
  /** The dialog, while it is open. */
  dialog: ReactNode;
}

/**
 * A dialog about one of several subjects. Its file comes when a button is pointed at, or pressed; one that doesn't
 * arrive is told like any other failure, and the next press asks for it again.
 */
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
      // Somebody who has pressed another button meanwhile means that one.
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

  // A failure is told when the button is pressed, if the file hasn't arrived by then.
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
        // One that is sent after it was closed must not close another.
        onClose={() => setSubject((now) => (now === subject ? null : now))}
      />
    ),
  };
}
