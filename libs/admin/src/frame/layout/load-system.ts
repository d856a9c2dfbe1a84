import { call } from '@docfolio/api-client/call';
import { type System, systemStatus } from '@docfolio/contracts/entities/system';

/** Fetches the state of the system. @throws ProblemError */
export const loadSystem = (signal: AbortSignal): Promise<System> => call(systemStatus.get, {}, { signal });
