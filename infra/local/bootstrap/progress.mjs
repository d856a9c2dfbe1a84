const nameWidth = 10;

export const seconds = (milliseconds) => `${(milliseconds / 1000).toFixed(1)} s`;

const rough = (ms) => (ms < 90_000 ? `${Math.ceil(ms / 1_000)} s` : `${(ms / 60_000).toFixed(1)} min`);

/**
 * Returns how far some work is, and an estimate of what is left: `2 of 5 packages after 40 s, about 2.0 min left`.
 * @param {number} share of the work that is done, above 0 and at most 1
 * @param {number} elapsed ms
 */
export const howFar = ({ done, all, things, share, elapsed }) =>
  `${done} of ${all} ${things} after ${rough(elapsed)}` +
  (done < all ? `, about ${rough(elapsed / share - elapsed)} left` : '');

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
