import { links, versionLabel } from '@docfolio/site-copy/site';
import { Menu } from 'lucide-react';
import { BarButton, BarLink, ThemeButton } from './bar-button.js';
import { GithubMark, LinkedinMark } from './social-marks.js';

/** The bar above every public page. `menu` is the state of the sidebar's drawer, which a button on phones opens. */
export function Header({ menu }: { menu: { open: boolean; onOpen: () => void } }) {
  return (
    <header className="sticky top-0 z-30 h-14 shrink-0 border-line border-b bg-canvas px-16 max-lg:px-8 max-md:px-1 print:hidden noscript:max-md:px-5">
      <div className="mx-auto flex h-full max-w-page items-center">
        <BarButton
          label="Open navigation"
          aria-haspopup="dialog"
          aria-expanded={menu.open}
          onClick={menu.onOpen}
          className="mr-1 md:hidden noscript:hidden"
        >
          <Menu aria-hidden size={18} strokeWidth={1.75} />
        </BarButton>
        <p className="font-semibold text-ink text-ui">Documentation</p>
        <span className="mono ml-2.5 rounded-bar border border-line px-1.5 py-px text-mono text-muted">
          {versionLabel}
        </span>
        <div className="-mr-2 ml-auto flex items-center gap-1 max-md:mr-0">
          <div className="flex items-center gap-1 max-md:hidden">
            <SocialLinks />
            {(links.github || links.linkedin) && (
              <span aria-hidden className="mx-2 h-4 w-px bg-line-strong noscript:hidden" />
            )}
          </div>
          <ThemeButton />
        </div>
      </div>
    </header>
  );
}

export function SocialLinks() {
  return (
    <>
      {links.github && (
        <BarLink label="GitHub" href={links.github}>
          <GithubMark />
        </BarLink>
      )}
      {links.linkedin && (
        <BarLink label="LinkedIn" href={links.linkedin}>
          <LinkedinMark />
        </BarLink>
      )}
    </>
  );
}
