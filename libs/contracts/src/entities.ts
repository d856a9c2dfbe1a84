import type { Entity } from './entity.js';
import { entities } from './generated/contracts.js';
import type { ServiceName } from './operation.js';

export function entitiesOf(service: ServiceName): Entity[] {
  return entities.filter((entity: Entity) => entity.service === service);
}
