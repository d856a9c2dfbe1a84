import { recordId } from '@docfolio/contracts/text';
import { defineJob } from '@docfolio/service-kit/jobs/define-job';
import { z } from 'zod';

/** Writes the file of an export. Tried as often as it takes while a server is away; the processor gives other failures up. */
export const writeExport = defineJob('write-export', z.strictObject({ id: recordId }));

/** Removes files whose time is over, and takes up exports that a crash has left. */
export const clearExports = defineJob('clear-exports', z.strictObject({}), { attempts: 3 });
