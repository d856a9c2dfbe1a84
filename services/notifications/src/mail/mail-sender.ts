import type { Span } from '@docfolio/process/tracing/span';
import { inSpan } from '@docfolio/process/tracing/tracer';
import { SecretHandover } from '@docfolio/service-kit/secret-handover';
import { Inject, Injectable } from '@nestjs/common';
import { type Config, config } from '../config.js';
import { OwnerRepository } from '../owner/owner.repository.js';
import { MailDeliveryRepository } from './mail-delivery.repository.js';
import { type MailDelivery, secretPlaceholder } from './mail-delivery.schema.js';
import { countAttempt } from './mail-metrics.js';
import { MailRefusedError, type MailTransport } from './mail-transport.js';

export const mailTransportToken = Symbol('MailTransport');

/** Thrown if an email was not sent, but may be later. `reason` is its recorded `last_error`. */
export class MailNotSentError extends Error {
  override readonly name = 'MailNotSentError';
  constructor(
    readonly reason: string,
    options: ErrorOptions,
  ) {
    super(reason, options);
  }
}

/** Makes one attempt to send a recorded email, and records its outcome. */
@Injectable()
export class MailSender {
  private readonly from: Config['MAIL_FROM'] = config.MAIL_FROM;
  private failedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly deliveries: MailDeliveryRepository,
    private readonly owner: OwnerRepository,
    private readonly secrets: SecretHandover,
    @Inject(mailTransportToken) private readonly transport: MailTransport,
  ) {}

  /** Returns whether an attempt of this process has failed in the last `ms`, other than by a refusal. */
  hasFailedWithin(ms: number): boolean {
    return performance.now() - this.failedAt < ms;
  }

  /**
   * Sends an unsent email, then marks it as sent. After a crash in between it is sent again under the same Message-ID.
   * Marks it as failed if the mail server refuses it. @throws MailNotSentError to be attempted again
   */
  send(delivery: MailDelivery): Promise<void> {
    const attributes = { 'docfolio.mail_kind': delivery.kind };
    return inSpan('send mail', { kind: 'client', attributes }, (span) => this.attempt(delivery, span));
  }

  private async attempt(delivery: MailDelivery, span: Span): Promise<void> {
    const { secret_id } = delivery;
    try {
      const text = secret_id === null ? delivery.text : await this.textWithSecret(delivery.text, secret_id);
      if (text === null) return await this.deliveries.markSuppressed(delivery._id);
      await this.transport.send({
        deliveryId: delivery._id,
        messageId: delivery.message_id,
        from: this.from,
        to: delivery.to ?? (await this.owner.address()),
        replyTo: delivery.reply_to ?? undefined,
        subject: delivery.subject,
        text,
        html: delivery.html ?? undefined,
        oneClick: delivery.one_click ?? undefined,
        date: delivery.created_at,
      });
    } catch (error) {
      const isRefused = error instanceof MailRefusedError;
      countAttempt(delivery.kind, isRefused ? 'refused' : 'retry');
      span.fail(isRefused ? 'refused' : 'retry');
      if (isRefused) return this.deliveries.markFailed(delivery, error.message);
      this.failedAt = performance.now();
      throw new MailNotSentError((error as { code?: string }).code ?? 'not sent', { cause: error });
    }
    countAttempt(delivery.kind, 'sent');
    await this.deliveries.markSent(delivery, new Date());
    if (secret_id !== null) await this.secrets.discard(secret_id);
  }

  private async textWithSecret(text: string, secretId: string): Promise<string | null> {
    const secret = await this.secrets.read(secretId);
    return secret === null ? null : text.replace(secretPlaceholder, () => secret);
  }
}
