import type { ServiceName } from '@docfolio/contracts/core/operation';

/** A request as an element of a request list, and the way of its reply, which is JSON as on the wire. */
export interface LocalRequest {
  element: string;
  deadline: number;
  reply(envelope: string): void;
}

export interface LocalService {
  /** Takes a request unless as many wait as `depthLimit` says. @returns whether it was taken */
  offer(request: LocalRequest, depthLimit: number): boolean;
}

/** Services whose servers are in scopes (`Scope` of libs/process), so that callers in other scopes need no Redis. */
const services = new Map<ServiceName, LocalService>();

export const addLocalService = (name: ServiceName, service: LocalService): void => void services.set(name, service);

export const removeLocalService = (name: ServiceName): void => void services.delete(name);

/** Returns the service if it runs in this Node process, and takes requests. */
export const localService = (name: ServiceName): LocalService | undefined => services.get(name);
