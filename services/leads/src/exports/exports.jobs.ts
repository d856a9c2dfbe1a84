import { recordId } from '@docfolio/contracts/text';
import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

/** Job that writes the file of an export. While a server is unreachable, it is retried until the export expires. */
export const writeExport = defineJob('write-export', z.strictObject({ id: recordId }));

export const clearExports = defineJob('clear-exports', z.strictObject({}), { attempts: 3 });
