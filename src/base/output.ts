import { Failure } from './errors.ts';
import { formatSize } from './text.ts';

/** Characters kept of the beginning and of the end. */
const KEPT = 16_384;

/**
 * The beginning and the end of what a program printed since the last `clear`. Memory use is
 * bounded.
 */
export class OutputExcerpt {
  readonly #kept: number;
  #head = '';
  #tail = '';
  #cut = false;

  constructor(kept = KEPT) {
    this.#kept = kept;
  }

  append(text: string): void {
    const room = this.#kept - this.#head.length;
    this.#head += text.slice(0, room);
    this.#tail += text.slice(room);
    // Cutting copies it, which would take long for each of many short texts.
    if (this.#tail.length > 2 * this.#kept) this.#shorten();
  }

  #shorten(): void {
    this.#cut ||= this.#tail.length > this.#kept;
    this.#tail = this.#tail.slice(-this.#kept);
  }

  clear(): void {
    this.#head = '';
    this.#tail = '';
    this.#cut = false;
  }

  get text(): string {
    this.#shorten();
    return this.#cut ? `${this.#head}\n[…]\n${this.#tail}` : this.#head + this.#tail;
  }
}

/** The most characters of standard output. No program whose output is read prints a tenth of it. */
const MOST_OUTPUT = 100_000_000;

/** Characters kept of the beginning and of the end of standard error. */
const KEPT_ERRORS = 1_000_000;

/** The output of a program: all of standard output, up to a limit, and an excerpt of standard error. */
export class ProgramOutput {
  #stdout = '';
  readonly #stderr = new OutputExcerpt(KEPT_ERRORS);
  #isTooLong = false;

  append(stream: 'stdout' | 'stderr', text: string): void {
    if (stream === 'stderr') this.#stderr.append(text);
    else if (this.#stdout.length + text.length > MOST_OUTPUT) this.#isTooLong = true;
    else this.#stdout += text;
  }

  get isTooLong(): boolean {
    return this.#isTooLong;
  }

  /**
   * Returns what `program` has printed.
   * @throws {Failure} `environment` if it is too long.
   */
  of(program: string): { readonly stdout: string; readonly stderr: string } {
    if (!this.#isTooLong) return { stdout: this.#stdout, stderr: this.#stderr.text };
    throw new Failure('environment', {
      message: `${program} was ended because it printed more than ${formatSize(MOST_OUTPUT)}`,
      hint: 'Run it by hand to see what it prints.',
    });
  }
}
