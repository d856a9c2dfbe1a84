import { recordId } from '@docfolio/contracts/text';
import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

/** Writes the file of an export. Retried without limit while a server is unreachable; the processor limits other retries. */
export const writeExport = defineJob('write-export', z.strictObject({ id: recordId }));

/** Deletes expired files, and restarts exports that lost their job in a crash. */
export const clearExports = defineJob('clear-exports', z.strictObject({}), { attempts: 3 });
