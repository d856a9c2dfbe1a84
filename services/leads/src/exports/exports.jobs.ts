import { recordId } from '@docfolio/contracts/text';
import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

/** Job that writes the file of an export. Retried until the export expires while a server is down; other retries are limited. */
export const writeExport = defineJob('write-export', z.strictObject({ id: recordId }));

/** Recurring job that deletes expired files and restarts exports that lost their job in a crash. */
export const clearExports = defineJob('clear-exports', z.strictObject({}), { attempts: 3 });
