/** Runs at most `atOnce` tasks concurrently; further ones wait and start in order. */
export class Turns {
  private readonly waiting: (() => void)[] = [];
  private free: number;

  constructor(atOnce: number) {
    this.free = atOnce;
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((turn) => this.waiting.push(turn));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
