import { type ProblemCode, ProblemError } from '@docfolio/contracts/core/problem';
import { auth } from '@docfolio/contracts/entities/session';
import { send } from './send.js';

// Imported on demand by the session store, because it loads zod and most visitors have no session.

export const signIn = (email: string, password: string) => send(auth.signIn, { email, password });

export const refresh = (refreshToken: string) => send(auth.refresh, { refresh_token: refreshToken });

export const signOut = (accessToken: string) => send(auth.signOut, {}, { accessToken });

export const me = (accessToken: string) => send(auth.me, {}, { accessToken });

export const changePassword = (current: string, next: string, accessToken: string) =>
  send(auth.changePassword, { current_password: current, new_password: next }, { accessToken });

export const completeRecovery = (token: string, next: string, revokeTokens: boolean) =>
  send(auth.completeRecovery, { token, new_password: next, ...(revokeTokens && { revoke_tokens: true }) });

export const problem = (code: ProblemCode, cause?: unknown) => new ProblemError(code, { cause });
