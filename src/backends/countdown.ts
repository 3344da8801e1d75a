/**
 * The clock of the oldest unanswered case. The harness may itself be busy for longer than the limit while the answer
 * already waits in the pipe, so an expired clock first looks whether anything arrives: it calls back only after a turn of
 * the event loop in which nothing came, or at twice the limit.
 */
export class Countdown {
  readonly #limit: number;
  readonly #received: () => number;
  readonly #late: () => void;
  #timer: NodeJS.Timeout | undefined;
  #started = 0;
  /** counts starts and stops, so that a pending look knows that it is out of date */
  #generation = 0;
  #running = false;

  /**
   * @param limit milliseconds
   * @param received bytes that have come so far
   * @param late called once when the time is over
   */
  constructor(limit: number, received: () => number, late: () => void) {
    this.#limit = limit;
    this.#received = received;
    this.#late = late;
  }

  /** Starts from zero. Cheap enough to be called per case: one timer serves them all. */
  start(): void {
    this.#started = performance.now();
    this.#generation++;
    this.#running = true;
    this.#timer ??= setTimeout(() => this.#check(), this.#limit);
  }

  stop(): void {
    this.#running = false;
    this.#generation++;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #check(): void {
    this.#timer = undefined;
    if (!this.#running) {
      return;
    }
    const left = this.#limit - (performance.now() - this.#started);
    if (left > 0) {
      this.#timer = setTimeout(() => this.#check(), Math.ceil(left));
      return;
    }
    this.#look(this.#generation, this.#received());
  }

  #look(generation: number, seen: number): void {
    // The poll phase, where bytes arrive, lies between a timer and the second immediate after it.
    setImmediate(() =>
      setImmediate(() => {
        if (generation !== this.#generation) {
          return;
        }
        const now = this.#received();
        if (now !== seen && performance.now() - this.#started < 2 * this.#limit) {
          this.#look(generation, now);
        } else {
          this.#late();
        }
      }),
    );
  }
}
