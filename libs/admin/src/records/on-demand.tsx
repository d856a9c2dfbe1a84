import { type LazyPart, lazyPart, useLazyPart } from '@docfolio/ui/hooks/use-lazy-part';
import { toast } from '@docfolio/ui/runtime';
import type { ComponentType } from 'react';

interface OnDemandOptions<Props> {
  load: () => Promise<ComponentType<Props>>;
  /** Returns whether the dialog is open with these props, and closes it. */
  isOpen: (props: Props) => boolean;
  close: (props: Props) => void;
  /** The toast if the module does not load. */
  words: string;
}

/**
 * Returns a dialog whose module is loaded when the dialog is first opened, so that pages start with less code. If the
 * module does not load, a toast says so and the dialog is closed; opening it again tries again.
 */
export function onDemand<Props extends object>(options: OnDemandOptions<Props>): ComponentType<Props> {
  const part = lazyPart(options.load);
  return (props) => <PartOnDemand part={part} options={options} props={props} />;
}

interface PartOnDemandProps<Props> {
  part: LazyPart<ComponentType<Props>>;
  options: OnDemandOptions<Props>;
  props: Props;
}

function PartOnDemand<Props extends object>({ part, options, props }: PartOnDemandProps<Props>) {
  const { isOpen, close, words } = options;
  const Dialog = useLazyPart(part, isOpen(props), (error) => {
    console.error(words, error);
    toast({ title: 'Error', description: words, variant: 'destructive' });
    close(props);
  });
  return Dialog ? <Dialog {...props} /> : null;
}
