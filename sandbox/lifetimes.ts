/** Ends several resources together, last opened first; what Node 24 calls AsyncDisposableStack. */

export interface Lifetimes extends AsyncDisposable {
  /** Takes a resource over and hands it back. */
  use<T extends AsyncDisposable>(resource: T): T;
  /** Hands all resources to a new owner; disposing this one then ends nothing. */
  move(): Lifetimes;
}

export function lifetimes(taken: AsyncDisposable[] = []): Lifetimes {
  let resources = taken;
  return {
    use: (resource) => {
      resources.push(resource);
      return resource;
    },
    move: () => {
      const moved = lifetimes(resources);
      resources = [];
      return moved;
    },
    // One that fails to end must not keep the others open; the first failure is told.
    [Symbol.asyncDispose]: async () => {
      const failures: unknown[] = [];
      for (const resource of resources.splice(0).reverse()) {
        try {
          await resource[Symbol.asyncDispose]();
        } catch (error) {
          failures.push(error);
        }
      }
      if (failures.length > 0) throw failures[0];
    },
  };
}
