import { recordId } from '@docfolio/contracts/core/text';
import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

/** Writes an export's file. Retried until the export expires while MongoDB or the object store is unreachable. */
export const writeExport = defineJob('write-export', z.strictObject({ id: recordId }));

export const clearExports = defineJob('clear-exports', z.strictObject({}), { attempts: 3 });
