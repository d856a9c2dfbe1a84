import { pageTokenTiming, reportShare } from '@docfolio/contracts/entities/remote-report';
import type { PageTokens } from '@docfolio/remote-build/page-token';
import type { PageRemotes, Remotes } from './remotes.js';

/** Gives pages the token with which they may report how builds of remotes do. */
export class PageTiming {
  constructor(
    private readonly remotes: Pick<Remotes, 'hasCanary'>,
    /** Undefined: no page gets one. */
    private readonly tokens: PageTokens | undefined,
  ) {}

  /**
   * Returns the value of `Server-Timing` for a page that is about to be sent, cached or not; undefined for pages outside
   * the share that reports. Each call returns another token, so the header must not be cached.
   */
  of({ reported }: Pick<PageRemotes, 'reported'>): string | undefined {
    if (!this.tokens || reported === '') return undefined;
    if (!this.remotes.hasCanary && Math.random() >= reportShare) return undefined;
    return `${pageTokenTiming};desc="${this.tokens.sign(reported)}"`;
  }
}
