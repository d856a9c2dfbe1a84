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

function once<Result>(make: () => Result): () => Result {
  let result: Result | undefined;
  return () => {
    result ??= make();
    return result;
  };
}

@Module({})
export class ReferenceModule {
  static forRoot(operations: readonly NamedOperation[], named: NamedProblems): DynamicModule {
    const reference: Reference = {
      document: once(() =>
        fixedBody('application/json; charset=utf-8', JSON.stringify(openApiDocument(operations, named))),
      ),
      page: once(() => fixedBody('text/html; charset=utf-8', referencePage(operations, named, referencePaths))),
      stylesheet: once(() => fixedBody('text/css; charset=utf-8', referenceStyle)),
    };
    return {
      module: ReferenceModule,
      controllers: [ReferenceController],
      providers: [{ provide: referenceToken, useValue: reference }],
    };
  }
}
