import { AsyncLocalStorage } from 'node:async_hooks';

/** One of the processes of the platform that share a Node process. Its work, timers and connections belong to its scope. */
export interface Scope {
  /** Name of the process. */
  readonly name: string;
  /** Names of all processes in the Node process. */
  readonly together: readonly string[];
  /** The environment variables that it would have alone. */
  readonly env: NodeJS.ProcessEnv;
}

const active = new AsyncLocalStorage<Scope | undefined>();

/** Runs work, and whatever it starts, in a scope; `undefined`: outside of all scopes. */
export const runInScope = <T>(scope: Scope | undefined, work: () => T): T => active.run(scope, work);

/** Returns the scope of the work in progress. Undefined: the Node process runs one process only. */
export const currentScope = (): Scope | undefined => active.getStore();

/** A variable of a module that each scope has for itself. */
export class Scoped<T> {
  private readonly ofScopes = new WeakMap<Scope, { value: T }>();
  private readonly outside: { value: T };

  /** @param initial returns the value of a scope that has set none */
  constructor(private readonly initial: () => T) {
    this.outside = { value: initial() };
  }

  get value(): T {
    return this.holder().value;
  }

  set value(value: T) {
    this.holder().value = value;
  }

  private holder(): { value: T } {
    const scope = currentScope();
    if (!scope) return this.outside;
    let holder = this.ofScopes.get(scope);
    if (!holder) {
      holder = { value: this.initial() };
      this.ofScopes.set(scope, holder);
    }
    return holder;
  }
}
