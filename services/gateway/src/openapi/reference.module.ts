import type { NamedOperation } from '@docfolio/contracts/operations';
import { type DynamicModule, Module } from '@nestjs/common';
import { type NamedProblems, openApiDocument } from './openapi-document.js';
import {
  fixedBody,
  type Reference,
  ReferenceController,
  referencePaths,
  referenceToken,
} from './reference.controller.js';
import { referencePage } from './reference-page.js';
import { referenceStyle } from './reference-style.js';

@Module({})
export class ReferenceModule {
  static forRoot(operations: readonly NamedOperation[], named: NamedProblems): DynamicModule {
    const page = referencePage(operations, named, referencePaths);
    const reference: Reference = {
      document: fixedBody('application/json; charset=utf-8', JSON.stringify(openApiDocument(operations, named))),
      page: fixedBody('text/html; charset=utf-8', page),
      stylesheet: fixedBody('text/css; charset=utf-8', referenceStyle),
    };
    return {
      module: ReferenceModule,
      controllers: [ReferenceController],
      providers: [{ provide: referenceToken, useValue: reference }],
    };
  }
}
