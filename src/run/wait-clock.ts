/** Counts the seconds during which at least one answer is outstanding. */
export class WaitClock {
  #waiting = 0;
  #since = 0;
  #milliseconds = 0;

  async during<T>(answer: Promise<T>): Promise<T> {
    if (this.#waiting++ === 0) this.#since = performance.now();
    try {
      return await answer;
    } finally {
      if (--this.#waiting === 0) this.#milliseconds += performance.now() - this.#since;
    }
  }

  get seconds(): number {
    return this.#milliseconds / 1000;
  }
}
