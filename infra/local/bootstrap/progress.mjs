const nameWidth = 10;

export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

/** Prints one line per step: name, result, duration. On a terminal it also shows what the running step does. */
export class Progress {
  constructor(stream, { quiet = false } = {}) {
    this.stream = stream;
    this.quiet = quiet;
    this.live = Boolean(stream.isTTY);
  }

  /**
   * Runs a step and prints its line, or nothing if it is quiet and did no long work.
   * @param {string} name
   * @param {(say: (doing: string) => void) => Promise<string>} work resolves to the line's text; `say` shows long work
   * @param {() => void} [check] runs before the work; throws to refuse
   */
  async step(name, work, check) {
    const began = performance.now();
    let worked = false;
    const label = name.padEnd(nameWidth);
    const say = (doing) => {
      worked = true;
      if (this.live) this.stream.write(`\r\x1b[2K  ${label} ${doing} ...`);
      else this.stream.write(`  ${label} ${doing} ...\n`);
    };
    try {
      check?.();
      const result = await work(say);
      if (this.quiet && !worked) return;
      this.stream.write(
        `${this.live ? '\r\x1b[2K' : ''}  ${label} ${result.padEnd(40)} ${seconds(performance.now() - began)}\n`,
      );
    } catch (error) {
      this.stream.write(
        `${this.live ? '\r\x1b[2K' : ''}  ${label} ${'failed'.padEnd(40)} ${seconds(performance.now() - began)}\n`,
      );
      throw error;
    }
  }
}
