// What was loaded, within a bound on bytes; what was used longest ago goes first. Loads of the same thing are joined, and
// only a few are under way at once, so that a wish of now does not wait behind many of before.

const mostUnderWay = 4;

export class Cache<T extends { bytes: number }> {
  private entries = new Map<number, T>();
  private loading = new Map<number, Promise<T | null>>();
  private bytes = 0;

  constructor(
    private readonly load: (key: number) => Promise<T>,
    private readonly mostBytes: number,
  ) {}

  peek(key: number): T | undefined {
    const entry = this.entries.get(key);
    if (entry) {
      // To the end of the order.
      this.entries.delete(key);
      this.entries.set(key, entry);
    }
    return entry;
  }

  keys(): number[] {
    return [...this.entries.keys()];
  }

  /** The entry, loaded if need be; null where too many loads are under way: ask again later. */
  async get(key: number): Promise<T | null> {
    const entry = this.peek(key);
    if (entry) return entry;
    const running = this.loading.get(key);
    if (running) return running;
    if (this.loading.size >= mostUnderWay) return null;
    const promise = this.load(key)
      .then((fresh) => {
        this.add(key, fresh);
        return fresh;
      })
      .finally(() => this.loading.delete(key));
    this.loading.set(key, promise);
    return promise;
  }

  clear(): void {
    this.entries.clear();
    this.bytes = 0;
  }

  private add(key: number, entry: T): void {
    this.entries.set(key, entry);
    this.bytes += entry.bytes;
    for (const [oldest, old] of this.entries) {
      if (this.bytes <= this.mostBytes || oldest === key) break;
      this.entries.delete(oldest);
      this.bytes -= old.bytes;
    }
  }
}
