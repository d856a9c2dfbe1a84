import { commonConfig } from '@docfolio/process/config';
import { z } from 'zod';

/** Environment variables of one process. */
const environment = z.record(z.string(), z.string());

const json = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'is no JSON' });
    return z.NEVER;
  }
});

const { NODE_ENV, LOG_LEVEL, INTERNAL_HOST, INTERNAL_PORT, METRICS, DOCFOLIO_VERSION } = commonConfig;

/** Settings of the Node process. Each process in it has its own in PLACED_PROCESSES. */
export const configSchema = z.object({
  ...{ NODE_ENV, LOG_LEVEL, INTERNAL_HOST, INTERNAL_PORT, METRICS, DOCFOLIO_VERSION },
  PLACED_PROCESSES: json.pipe(z.record(z.string(), environment)).meta({
    description:
      'The processes to run, by name, each with the environment variables that it would have alone, as JSON.',
    secret: true,
  }),
});
