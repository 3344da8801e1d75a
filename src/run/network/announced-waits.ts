/** Milliseconds between two lines. */
const beat = 10_000;

/** Reports every few seconds which answer has been outstanding the longest. */
export class AnnouncedWaits {
  readonly #say: (line: string) => void;
  readonly #begun = new Map<symbol, { readonly what: string; readonly since: number }>();
  #timer: NodeJS.Timeout | undefined;

  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  async during<T>(what: string, answer: Promise<T>): Promise<T> {
    const key = Symbol(what);
    this.#begun.set(key, { what, since: performance.now() });
    this.#timer ??= setInterval(() => this.#announce(), beat).unref();
    try {
      return await answer;
    } finally {
      this.#begun.delete(key);
      if (this.#begun.size === 0) {
        clearInterval(this.#timer);
        this.#timer = undefined;
      }
    }
  }

  #announce(): void {
    const [oldest] = this.#begun.values();
    const seconds = Math.round((performance.now() - oldest!.since) / 1000);
    this.#say(`${oldest!.what}: waiting for the backend, ${seconds} s`);
  }
}
