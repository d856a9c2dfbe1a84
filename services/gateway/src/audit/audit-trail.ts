import { auditPolicyOf } from '@docfolio/contracts/audit-policy';
import { operationKey, pathParameters } from '@docfolio/contracts/core/operation';
import { ProblemError } from '@docfolio/contracts/core/problem';
import { recordId } from '@docfolio/contracts/core/text';
import type { AuditAct, AuditOutcome } from '@docfolio/contracts/entities/audit';
import type { NamedOperation } from '@docfolio/contracts/operations';
import { maskedEmail, recordNameOf } from '@docfolio/service-kit/audit/audited-change';
import type { OutboxPublisher } from '@docfolio/service-kit/events/outbox-publisher';
import { derivedId, newId } from '@docfolio/service-kit/identity';
import { type AuditContext, type Logger, requestContext } from '@docfolio/service-kit/logging';
import type { EdgeRequest } from '../http/edge-request.js';
import { problemOf } from '../http/problem.js';
import type { AuditRepository } from './audit.repository.js';
import type { AuditFields } from './audit-entry.js';
import { browserOf } from './browser.js';

type Actor = Pick<AuditFields, 'actor' | 'who' | 'who_name'>;
type RecordLink = Pick<AuditFields, 'kind' | 'record_id' | 'record_name'>;

/** An audited write that is not in the operation table. */
export interface AuditedWrite {
  /** Name like that of an operation: `images.upload`. */
  operation: string;
  act: AuditAct;
  kind: string;
}

/** A call whose entry is stored, or that needs none. */
export interface AuditedCall {
  /** Id to pass to the service. Undefined: what it writes is not recorded. */
  readonly id: string | undefined;
  /** Runs a handler of the gateway itself, so that its writes are recorded. */
  run<T>(handler: () => Promise<T>): Promise<T>;
  succeed(result: unknown): Promise<void>;
  fail(error: unknown): Promise<void>;
}

interface Failure {
  outcome: AuditOutcome;
  problem: string;
}
type Completion = Failure | { outcome: 'done'; problem: null };

export const website: Actor = { actor: 'website', who: 'website', who_name: '' };
export const automatic: Actor = { actor: 'automatic', who: 'automatic', who_name: '' };

/** A call without an entry. What its handler stores for the trail has the id of the request. */
function unaudited({ id: requestId }: EdgeRequest, id?: string): AuditedCall {
  const nothing = () => Promise.resolve();
  return { id, run: (handler) => requestContext.run({ requestId }, handler), succeed: nothing, fail: nothing };
}

/** Stores who did what. An entry is stored before its call runs and completed after it. */
export class AuditTrail {
  constructor(
    private readonly entries: AuditRepository,
    private readonly outbox: OutboxPublisher,
    private readonly logger: Logger,
  ) {}

  /**
   * Stores the entry of a call. @param key idempotency key of the call @param input parsed input
   * @throws Error if it cannot be stored: the call must not run then
   */
  async begin(named: NamedOperation, request: EdgeRequest, key: string, input: unknown): Promise<AuditedCall> {
    const policy = auditPolicyOf(named);
    if (!policy || policy.by === 'exempt') return unaudited(request);
    if (policy.by === 'record') return unaudited(request, newId());
    const { name, operation } = named;
    const given = input as Record<string, unknown>;
    const created = policy.recordOf === 'created' ? derivedId(operationKey(operation), key) : undefined;
    const inPath = Object.fromEntries(
      pathParameters(operation.path).map((segment) => [segment, textOf(given[segment])]),
    );
    const overridden = name === 'remoteOverrides.grant' ? textOf(given.remote) : null;
    const kind = inPath.type ?? policy.kind;
    // A job is known by its queue and id.
    const record_id = created ?? inPath.id ?? inPath.name ?? inPath.job ?? inPath.queue ?? overridden;
    const link = { kind, record_id, record_name: inPath.queue ?? null };
    return this.open({ operation: name, act: policy.act, kind }, request, operationKey(operation), link);
  }

  /** Stores the entry of a write that is not in the operation table. @throws as `begin` */
  beginWrite(write: AuditedWrite, request: EdgeRequest): Promise<AuditedCall> {
    return this.open(write, request, '', { kind: write.kind, record_id: null, record_name: null });
  }

  /** Stores that a known caller was refused before the operation ran. */
  async refused(named: NamedOperation, request: EdgeRequest, error: unknown): Promise<void> {
    const policy = auditPolicyOf(named);
    const actor = actorOf(request);
    if (policy?.by !== 'call' || !actor) return;
    const { act, kind } = policy;
    const { id } = (request.params ?? {}) as Record<string, unknown>;
    await this.add({ operation: named.name, act, kind }, request.id, actor, {
      ...failureOf(error),
      record_id: recordId.safeParse(id).success ? textOf(id) : null,
      outcome: 'refused',
    });
  }

  /** Stores a failed sign-in. @param user the account, if there is one with the email */
  async signInFailed(request: EdgeRequest, email: string, user: { _id: string; email: string } | null, error: unknown) {
    const actor: Actor = user ? { actor: 'user', who: user._id, who_name: user.email } : website;
    await this.add({ operation: 'auth.signIn', act: 'signed_in', kind: 'users' }, request.id, actor, {
      ...failureOf(error),
      record_id: user?._id ?? null,
      record_name: user?.email ?? maskedEmail(email),
      note: browserOf(request.headers['user-agent']),
    });
  }

  /** Stores something that happened to an account outside of an audited call. @param id makes a repeat a no-op */
  async accountEvent(
    act: 'token_reused' | 'recovery_requested' | 'password_reset',
    operation: string,
    user: { _id: string; email: string },
    id = newId(),
  ): Promise<void> {
    const isOwn = act !== 'recovery_requested';
    const actor: Actor = isOwn ? { actor: 'user', who: user._id, who_name: user.email } : website;
    const requestId = requestContext.getStore()?.requestId ?? id;
    const link = { record_id: user._id, record_name: user.email };
    await this.add({ operation, act, kind: 'users' }, requestId, actor, { ...link, outcome: 'done' }, id);
  }

  private async open(write: AuditedWrite, request: EdgeRequest, key: string, link: RecordLink): Promise<AuditedCall> {
    const actor = actorOf(request) ?? website;
    const account = write.kind === 'users' && actor.actor === 'user';
    const named = account ? { ...link, record_id: actor.who, record_name: actor.who_name } : link;
    const note = write.kind === 'users' ? browserOf(request.headers['user-agent']) : null;
    const id = await this.add(write, request.id, actor, { ...named, note, outcome: 'unconfirmed' });
    const caller = request.principal ?? request.apiToken;
    const audit: AuditContext = {
      entryId: id,
      operation: key,
      requestId: request.id,
      actor: caller ? { user_id: caller.user_id, email: caller.email } : null,
    };
    return {
      id,
      run: (handler) => requestContext.run({ requestId: request.id, audit }, handler),
      succeed: (result) => this.complete(id, { outcome: 'done', problem: null }, named, result),
      fail: (error) => this.complete(id, failureOf(error), named, undefined),
    };
  }

  private async add(
    { operation, act, kind }: AuditedWrite,
    requestId: string,
    actor: Actor,
    fields: Partial<AuditFields> & Pick<AuditFields, 'outcome'>,
    id = newId(),
  ): Promise<string> {
    await this.entries.add(id, {
      ...actor,
      act,
      operation,
      kind,
      record_id: null,
      record_name: null,
      changes: [],
      problem: null,
      note: null,
      event_id: null,
      ...fields,
      request_id: requestId,
    });
    if (fields.outcome !== 'unconfirmed') this.notify(id);
    return id;
  }

  /** Completes an entry. A failure to do so is only logged: the entry stays, unconfirmed, and the call has run. */
  private async complete(id: string, completion: Completion, link: RecordLink, result: unknown): Promise<void> {
    const learned = learnedFrom(result, link);
    try {
      if (learned) await this.entries.patch(id, (current) => (current.event_id === null ? learned : {}));
      await this.entries.confirm(id, completion.outcome, completion.problem);
      this.notify(id);
    } catch (error) {
      this.logger.warn({ err: error, entry: id }, 'outcome of an audited call not stored');
    }
  }

  private notify(id: string): void {
    void this.outbox.notifyOpenCrms([{ topic: 'audit_entries', id, act: 'created' }]);
  }
}

/** Returns who sent a request; undefined for an anonymous one. */
function actorOf({ principal, apiToken, verifiedUser }: EdgeRequest): Actor | undefined {
  if (apiToken) return { actor: 'token', who: apiToken.token_id, who_name: apiToken.email.replace(/^<|>$/g, '') };
  if (principal) return { actor: 'user', who: principal.user_id, who_name: principal.email };
  return verifiedUser && { actor: 'user', who: verifiedUser._id, who_name: verifiedUser.email };
}

/** A 4xx changed nothing. After any other failure the write may have happened. */
function failureOf(error: unknown): Failure {
  const { status, code } = error instanceof ProblemError ? error : problemOf(error);
  return { outcome: status < 500 ? 'refused' : 'unconfirmed', problem: code };
}

/** Returns what only the result of a call contains about its record; undefined if that is nothing. */
function learnedFrom(result: unknown, { record_id }: RecordLink): Partial<AuditFields> | undefined {
  const { id, purged, ...known } = (result ?? {}) as Record<string, unknown>;
  if (typeof purged === 'number') return { note: `${purged} purged` };
  if (record_id !== null || result === undefined) return undefined;
  return { record_id: textOf(id), record_name: recordNameOf(known) };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
