import type { Entity } from './core/entity.js';
import type { ServiceName } from './core/operation.js';
import { entities } from './generated/contracts.js';

export function entitiesOf(service: ServiceName): Entity[] {
  return entities.filter((entity: Entity) => entity.service === service);
}
