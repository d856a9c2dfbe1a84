import { useEffect, useReducer, useRef } from 'react';

/** A module, or an export of it, that is loaded when it is first needed. */
export interface LazyPart<Part> {
  /** Undefined until it is loaded. */
  readonly loaded: Part | undefined;
  /** Loads the part once. After a failure, the next call tries again. */
  load(): Promise<Part>;
  /** Starts to load the part when a user is about to need it. A failure is left to `load`, which tries again. */
  preload(): void;
}

export function lazyPart<Part>(load: () => Promise<Part>): LazyPart<Part> {
  let loaded: Part | undefined;
  const part: LazyPart<Part> = {
    get loaded() {
      return loaded;
    },
    async load() {
      loaded ??= await load();
      return loaded;
    },
    preload() {
      if (!loaded) part.load().catch(() => undefined);
    },
  };
  return part;
}

/**
 * Loads a part as soon as `wanted` is true. Returns it from then on, undefined before.
 * @param onFailure called if it does not load while `wanted`; it is loaded again when `wanted` becomes true again
 */
export function useLazyPart<Part>(
  part: LazyPart<Part>,
  wanted: boolean,
  onFailure: (error: unknown) => void,
): Part | undefined {
  const [, render] = useReducer((times: number) => times + 1, 0);
  const wasWanted = useRef(false);
  if (wanted) wasWanted.current = true;
  const handleFailure = useRef(onFailure);
  useEffect(() => {
    handleFailure.current = onFailure;
  });
  useEffect(() => {
    if (!wanted || part.loaded) return;
    let isLeft = false;
    part.load().then(
      () => isLeft || render(),
      (error: unknown) => isLeft || handleFailure.current(error),
    );
    return () => {
      isLeft = true;
    };
  }, [part, wanted]);
  return wasWanted.current ? part.loaded : undefined;
}
