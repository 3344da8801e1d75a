/** A queue, first in, first out. `shift` takes constant time. */
export class Queue<T> {
  #items: T[] = [];
  #first = 0;

  get length(): number {
    return this.#items.length - this.#first;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  shift(): T | undefined {
    const item = this.#items[this.#first++];
    if (this.#first > 1024 && this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first);
      this.#first = 0;
    }
    return item;
  }

  /** Removes and returns all items. */
  drain(): T[] {
    const items = this.#items.slice(this.#first);
    this.#items = [];
    this.#first = 0;
    return items;
  }
}
