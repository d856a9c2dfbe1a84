import { toast } from '@docfolio/ui/runtime';
import { type KeyboardEvent, useRef, useState } from 'react';
import { lazyPart, useLazyPart } from '../hooks/use-lazy-part.js';
import { SelectFace, selectLook, shownOf } from './select-face.js';
import type { SelectProps } from './select-props.js';

const list = lazyPart(async () => (await import(/* webpackChunkName: "overlays" */ './select.js')).SelectListOf);

type LazySelectProps<Value extends string> = Pick<
  SelectProps<Value>,
  'options' | 'value' | 'onValueChange' | 'placeholder' | 'emptyLabel' | 'size'
> & { 'aria-label': string };

/**
 * A select outside a form, whose list is loaded when it first opens. If it does not load, a toast says so, and opening
 * it again tries again. Unlike Select, it does not choose by letters while it is closed.
 */
export function LazySelect<Value extends string>({ placeholder, size = 'md', ...props }: LazySelectProps<Value>) {
  const { options, value, onValueChange, emptyLabel } = props;
  const button = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const List = useLazyPart(list, open, (error) => {
    const description = 'The options could not be loaded.';
    console.error(description, error);
    toast({ title: 'Error', description, variant: 'destructive' });
    setOpen(false);
  });
  const { chosen, isEmpty, text } = shownOf({ options, value, placeholder, emptyLabel });
  // The keys that open a select, besides Enter and Space, which click it.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    event.preventDefault();
    setOpen(true);
  };
  return (
    <>
      <button
        ref={button}
        type="button"
        role="combobox"
        aria-expanded={open}
        aria-autocomplete="none"
        aria-label={props['aria-label']}
        data-state={open ? 'open' : 'closed'}
        className={selectLook(size, undefined)}
        onPointerEnter={list.preload}
        onFocus={list.preload}
        onClick={() => setOpen(true)}
        onKeyDown={onKeyDown}
      >
        <SelectFace glyph={chosen?.glyph} isEmpty={isEmpty}>
          {chosen?.content ?? text}
        </SelectFace>
      </button>
      {List && <List {...{ options, value, onValueChange, emptyLabel, button, open }} onOpenChange={setOpen} />}
    </>
  );
}
