import type { createServerQueryClient } from '@docfolio/api-client/query-client';
import type { FormOutcome } from '@docfolio/public-forms/form-outcome';
import type { SubmitForm } from '@docfolio/public-forms/form-post';
import type { DehydratedState, QueryClient } from '@tanstack/react-query';
import type { ComponentType } from 'react';
import type { AddressOf, LoadPage } from './page-load.js';
import type { ListedPage } from './page-state.js';

// Types of the server builds of the shell and the remotes, which the web process loads at run time.

export type { FormOutcome, RefusedForm } from '@docfolio/public-forms/form-outcome';
export type { FormResult } from '@docfolio/public-forms/form-post';

export interface ServerRemote {
  Routes: ComponentType;
  load: LoadPage;
  addressOf?: AddressOf;
  submit?: SubmitForm;
}

export interface PageToRender {
  url: string;
  origin: string;
  /** The query client into which the page's `load` has fetched its data. */
  client: QueryClient;
  remote: string;
  Routes: ComponentType;
  /** Pages that the remotes' builds list. */
  pages: readonly ListedPage[];
  /** Outcome of a posted form, if this page shows one. */
  form?: FormOutcome;
  signal: AbortSignal;
}

export interface RenderedPage {
  head: string;
  body: string;
  queries: DehydratedState;
}

/** Exports of the shell's `src/server.tsx`. */
export interface ServerHost {
  /** Modules of which remotes use the shell's copy, by the names that their builds require. */
  readonly shared: Readonly<Record<string, unknown>>;
  readonly createServerQueryClient: typeof createServerQueryClient;
  isProblem(error: unknown): error is Error & { status: number; retryAfter?: number };
  /** @throws what a component threw; the signal's reason */
  renderPage(page: PageToRender): Promise<RenderedPage>;
}
