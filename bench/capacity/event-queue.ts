/** What happens at a time. */
type Work = (now: number) => void;

/** Events in order of time: a binary heap. */
export class EventQueue {
  readonly #times: number[] = [];
  readonly #works: Work[] = [];

  add(time: number, work: Work): void {
    const times = this.#times;
    const works = this.#works;
    let at = times.length;
    times.push(time);
    works.push(work);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((times[parent] as number) <= time) break;
      times[at] = times[parent] as number;
      works[at] = works[parent] as Work;
      at = parent;
    }
    times[at] = time;
    works[at] = work;
  }

  /** Runs all events up to a time, including those that they add. */
  runUntil(end: number): void {
    while (this.#times.length > 0 && (this.#times[0] as number) <= end) {
      const time = this.#times[0] as number;
      const work = this.#works[0] as Work;
      this.#removeFirst();
      work(time);
    }
  }

  #removeFirst(): void {
    const times = this.#times;
    const works = this.#works;
    const time = times.pop() as number;
    const work = works.pop() as Work;
    const size = times.length;
    if (size === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && (times[child + 1] as number) < (times[child] as number)) child++;
      if ((times[child] as number) >= time) break;
      times[at] = times[child] as number;
      works[at] = works[child] as Work;
      at = child;
    }
    times[at] = time;
    works[at] = work;
  }
}
