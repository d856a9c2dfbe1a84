import { type HttpMethod, operationKey } from '@docfolio/contracts/core/operation';
import type { NamedOperation } from '@docfolio/contracts/operations';
import { Controller, Delete, Get, Inject, Patch, Post, Req, Res, type Type, UseGuards } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { AcceptsApiTokens, guardsOf, ServesOperation } from '../access/access.guards.js';
import { apiPrefix } from '../http/api-prefix.js';
import type { EdgeRequest } from '../http/edge-request.js';
import type { RouteSettings } from '../http/http-adapter.js';
import type { FoundHandler } from './answers.js';
import { OperationDispatcher } from './operation-dispatcher.js';

const routeOf: Record<HttpMethod, (path: string) => MethodDecorator> = {
  GET: Get,
  POST: Post,
  PATCH: Patch,
  DELETE: Delete,
};

/** Creates a controller with route, guards and body limit of each operation. @throws Error for an unknown `access` */
export function operationsController(
  operations: readonly NamedOperation[],
  handlers: ReadonlyMap<string, FoundHandler>,
): Type {
  @Controller(apiPrefix)
  class OperationsController {
    constructor(@Inject(OperationDispatcher) readonly dispatcher: OperationDispatcher) {}
  }
  const { prototype } = OperationsController;
  for (const named of operations) {
    const { name, operation } = named;
    const guards = Object.hasOwn(guardsOf, operation.access ?? '') ? guardsOf[operation.access] : undefined;
    if (!guards) throw new Error(`${name} (${operationKey(operation)}) does not say who may call it`);
    const descriptor: PropertyDescriptor = {
      configurable: true,
      writable: true,
      value: function answer(this: OperationsController, request: EdgeRequest, reply: FastifyReply) {
        return this.dispatcher.answer(named, request, reply);
      },
    };
    Object.defineProperty(prototype, name, descriptor);
    const settings: RouteSettings = { bodyLimit: operation.bodyLimit };
    const own = handlers.get(operationKey(operation))?.guards ?? [];
    routeOf[operation.method](operation.path)(prototype, name, descriptor);
    RouteConfig(settings)(prototype, name, descriptor);
    ServesOperation(named)(prototype, name, descriptor);
    UseGuards(...guards, ...own)(prototype, name, descriptor);
    if (operation.scope) AcceptsApiTokens(operation.scope, operation.scopedBy)(prototype, name, descriptor);
    Req()(prototype, name, 0);
    Res()(prototype, name, 1);
  }
  return OperationsController;
}
