import { Menu, MenuContent, MenuItem, MenuTrigger } from '@docfolio/ui/overlays/menu';
import { type ReactNode, useState } from 'react';

export interface ShareMenuProps {
  trigger: ReactNode;
  title: string;
  path: string;
  onCopy: (link: string) => void;
  onFailure: () => void;
}

const targets: readonly { name: string; urlOf: (link: string, title: string) => string }[] = [
  { name: 'Twitter', urlOf: (url, text) => `https://twitter.com/intent/tweet?${query({ url, text })}` },
  { name: 'LinkedIn', urlOf: (url) => `https://www.linkedin.com/sharing/share-offsite/?${query({ url })}` },
  { name: 'Facebook', urlOf: (u) => `https://www.facebook.com/sharer/sharer.php?${query({ u })}` },
];

/** The menu to share a post. It is open at first, because pressing the Share button loads it. */
export function ShareMenu({ trigger, title, path, onCopy, onFailure }: ShareMenuProps) {
  const [shown, setShown] = useState(true);
  const link = new URL(path, window.location.origin).href;

  /** Opens a URL. With `noopener`, `window.open` always returns null, so only an exception counts as a failure. */
  function open(url: string, target: '_blank' | '_self') {
    try {
      window.open(url, target, 'noopener,noreferrer');
    } catch {
      onFailure();
    }
  }

  return (
    <Menu open={shown} onOpenChange={setShown}>
      <MenuTrigger>{trigger}</MenuTrigger>
      <MenuContent align="end">
        {targets.map(({ name, urlOf }) => (
          <MenuItem key={name} onSelect={() => open(urlOf(link, title), '_blank')}>
            {name}
          </MenuItem>
        ))}
        <MenuItem onSelect={() => open(`mailto:?${query({ subject: title, body: link })}`, '_self')}>Email</MenuItem>
        <MenuItem onSelect={() => onCopy(link)}>Copy link</MenuItem>
      </MenuContent>
    </Menu>
  );
}

// `+` becomes %20, because email programs show it as a plus.
const query = (fields: Record<string, string>) => new URLSearchParams(fields).toString().replaceAll('+', '%20');
