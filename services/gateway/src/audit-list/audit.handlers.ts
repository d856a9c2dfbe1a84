import { auditPolicyOf } from '@docfolio/contracts/audit-policy';
import type { InputOf, OutputOf } from '@docfolio/contracts/core/operation';
import { audit, auditEntry } from '@docfolio/contracts/entities/audit';
import { downloadLifetime } from '@docfolio/contracts/entities/export';
import { allOperations } from '@docfolio/contracts/operations';
import { DownloadTickets } from '@docfolio/service-kit/bytes/download-tickets';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { ApiTokensService } from '../access/api-tokens.service.js';
import { UsersService } from '../accounts/users.service.js';
import { AuditRepository } from '../audit/audit.repository.js';
import { Answers } from '../operations/answers.js';
import { edgeRedisToken } from '../redis.module.js';

@Injectable()
export class AuditHandlers {
  private readonly tickets: DownloadTickets;

  constructor(
    private readonly entries: AuditRepository,
    private readonly users: UsersService,
    private readonly tokens: ApiTokensService,
    @Inject(edgeRedisToken) redis: Redis,
  ) {
    this.tickets = new DownloadTickets(redis);
  }

  @Answers(audit.list)
  async list(query: InputOf<typeof audit.list>): Promise<OutputOf<typeof audit.list>> {
    return audit.list.output.parse(await this.entries.search(query));
  }

  @Answers(audit.get, { problems: ['not_found'] })
  async get({ id }: InputOf<typeof audit.get>): Promise<OutputOf<typeof audit.get>> {
    return auditEntry.parse(await this.entries.get(id));
  }

  @Answers(audit.options)
  async options(): Promise<OutputOf<typeof audit.options>> {
    const [users, tokens] = await Promise.all([this.users.list(), this.tokens.list()]);
    const people = [
      ...users.map(({ id, email }) => ({ who: id, name: email })),
      ...tokens.map(({ id, name }) => ({ who: id, name })),
    ];
    const policies = allOperations().map((named) => auditPolicyOf(named));
    const kinds = policies.flatMap((policy) => (policy && policy.by !== 'exempt' ? [policy.kind] : []));
    return { people, kinds: [...new Set(kinds)].sort(), days: this.entries.days };
  }

  @Answers(audit.export)
  async export(query: InputOf<typeof audit.export>): Promise<OutputOf<typeof audit.export>> {
    const expiresAt = new Date(Date.now() + downloadLifetime * 1_000).toISOString();
    const file_name = `audit-${expiresAt.slice(0, 10)}.csv`;
    const ticket = { service: 'gateway' as const, name: JSON.stringify(query), file_name };
    return { url: await this.tickets.issue(ticket, downloadLifetime), file_name, expires_at: expiresAt };
  }
}
