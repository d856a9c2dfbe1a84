import { Catch, type RpcExceptionFilter } from '@nestjs/common';
import { type Observable, throwError } from 'rxjs';

/** Rethrows handler errors to `OperationRunner`, where Nest would replace them by "Internal server error". */
@Catch()
export class RethrowFilter implements RpcExceptionFilter<unknown> {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}
