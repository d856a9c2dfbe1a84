import { randomUUID } from 'node:crypto';

export const newRequestId = () => randomUUID();
