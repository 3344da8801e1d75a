/** A timer that is late by more than this number of milliseconds shows that the event loop was blocked. */
const jitter = 20;

/**
 * The clock of the oldest unanswered case. It does not count the harness's own delays: time in which the harness was busy is
 * added to the limit. When the time is over, it waits for a turn of the event loop in which no bytes arrive, but at most
 * for twice the limit.
 */
export class Countdown {
  readonly #limit: number;
  readonly #received: () => number;
  readonly #timedOut: () => void;
  #timer: NodeJS.Timeout | undefined;
  /** when the time is over, and when it is over even if bytes arrive; as `performance.now()` */
  #due = 0;
  #end = 0;
  /** counts starts and stops, so that a pending check can find out that it is out of date */
  #generation = 0;

  /**
   * @param limit milliseconds
   * @param received returns the number of bytes received so far
   * @param late called once when the time is over
   */
  constructor(limit: number, received: () => number, late: () => void) {
    this.#limit = limit;
    this.#received = received;
    this.#timedOut = late;
  }

  /** Starts from zero. This is cheap enough to call for each case: all share one timer. */
  start(): void {
    this.#due = performance.now() + this.#limit;
    this.#end = this.#due + this.#limit;
    this.#generation++;
    this.#timer ??= setTimeout(() => this.#check(), this.#limit);
  }

  stop(): void {
    this.#generation++;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #check(): void {
    this.#timer = undefined;
    const late = performance.now() - this.#due;
    if (late > jitter) {
      const again = Math.min(late, this.#limit);
      this.#due += late + again;
      this.#end += late + again;
    }
    const left = this.#due - performance.now();
    if (left > 0) {
      this.#timer = setTimeout(() => this.#check(), Math.ceil(left));
    } else {
      this.#look(this.#generation, this.#received());
    }
  }

  #look(generation: number, seen: number): void {
    // The poll phase, where bytes arrive, lies between a timer and the second immediate after it.
    setImmediate(() =>
      setImmediate(() => {
        if (generation !== this.#generation) {
          return;
        }
        const now = this.#received();
        if (now !== seen && performance.now() < this.#end) {
          this.#look(generation, now);
        } else {
          this.#timedOut();
        }
      }),
    );
  }
}
