import { usePortalContainer } from '@docfolio/ui/runtime';
import { AlertDialog as Primitive } from 'radix-ui';
import { Button, type ButtonVariant } from '../buttons/button.js';
import { classNames } from '../class-names.js';
import { useReturnFocus } from '../hooks/use-return-focus.js';

export interface DiscardText {
  title: string;
  detail: string;
  keep: string;
  discard: string;
}

const defaultText: DiscardText = {
  title: 'Discard what you typed?',
  detail: 'It has not been saved.',
  keep: 'Keep editing',
  discard: 'Discard',
};

export function DiscardDialog({
  open,
  text,
  onKeep,
  onDiscard,
}: {
  open: boolean;
  text?: Partial<DiscardText>;
  onKeep: () => void;
  onDiscard: () => void;
}) {
  const { title, detail, keep, discard } = { ...defaultText, ...text };
  return (
    <ConfirmDialog
      nested
      {...{ open, title, detail }}
      cancel={keep}
      confirm={discard}
      onCancel={onKeep}
      onConfirm={onDiscard}
    />
  );
}

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  detail: string;
  cancel?: string;
  confirm: string;
  /** Look of the confirming button. Default: `destructive`. */
  variant?: ButtonVariant;
  busy?: boolean;
  /** Set it if the dialog opens over another one, whose overlay already dims the page. */
  nested?: boolean;
  onCancel: () => void;
  onConfirm: () => void;
}

export function ConfirmDialog({
  open,
  title,
  detail,
  cancel = 'Cancel',
  confirm,
  variant = 'destructive',
  busy,
  nested = false,
  onCancel,
  onConfirm,
}: ConfirmDialogProps) {
  const container = usePortalContainer();
  const returnFocus = useReturnFocus(open);
  return (
    <Primitive.Root open={open} onOpenChange={(next) => !next && onCancel()}>
      <Primitive.Portal container={container}>
        <Primitive.Overlay
          className={classNames('fixed inset-0 z-70 animate-fade-in', nested ? 'bg-scrim/50' : 'bg-scrim')}
        />
        <Primitive.Content
          onCloseAutoFocus={returnFocus}
          className="fixed top-1/3 left-1/2 z-70 -ml-[min(12.5rem,50vw-1rem)] w-100 max-w-[calc(100vw-2rem)] animate-rise-in rounded-panel border border-line-strong bg-overlay p-6 shadow-float outline-none"
        >
          <Primitive.Title className="text-card text-ink">{title}</Primitive.Title>
          <Primitive.Description className="mt-1 text-ui text-muted">{detail}</Primitive.Description>
          <div className="mt-6 flex justify-end gap-2">
            <Primitive.Cancel asChild>
              <Button variant="ghost">{cancel}</Button>
            </Primitive.Cancel>
            <Button variant={variant} busy={busy} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  );
}
