import { SetMetadata } from '@nestjs/common';
import type { JobDefinition, JobMeta, JobPayload } from './define-job.js';

export const jobHandlerKey = Symbol('WorksOn');

export function WorksOn<J extends JobDefinition>(
  job: J,
): <T extends (payload: JobPayload<J>, meta: JobMeta) => Promise<void> | void>(
  target: object,
  key: string | symbol,
  descriptor: TypedPropertyDescriptor<T>,
) => void {
  return SetMetadata(jobHandlerKey, job);
}
