/** Characters kept of each end. */
const KEPT = 16_384;

/** What a program printed since the last `clear`: its beginning and its end, so that a flood costs no memory. */
export class Excerpt {
  #head = '';
  #tail = '';
  #cut = false;

  append(text: string): void {
    const room = KEPT - this.#head.length;
    this.#head += text.slice(0, room);
    const rest = this.#tail + text.slice(room);
    this.#cut ||= rest.length > KEPT;
    this.#tail = rest.slice(-KEPT);
  }

  clear(): void {
    this.#head = '';
    this.#tail = '';
    this.#cut = false;
  }

  get text(): string {
    return this.#cut ? `${this.#head}\n[…]\n${this.#tail}` : this.#head + this.#tail;
  }
}
