/** Pseudo-random numbers that a seed replays. */
export interface Random {
  /** An integer from 0 to below `limit`. */
  below(limit: number): number
  pick<Item>(items: readonly Item[]): Item
  shuffle<Item>(items: readonly Item[]): Item[]
}

/** Mulberry32, https://gist.github.com/tommyettinger/46a874533244883189143505d203312c */
export function createRandom(seed: number): Random {
  let state = seed >>> 0
  function next(): number {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const random: Random = {
    below: (limit) => Math.floor(next() * limit),
    pick(items) {
      const [item] = items.slice(random.below(items.length))
      if (item === undefined) throw new Error('nothing to pick from')
      return item
    },
    shuffle: (items) =>
      items
        .map((item) => ({ item, place: next() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ item }) => item),
  }
  return random
}

/** An address of a documentation network; the product must trust this machine as a proxy to believe it. */
export function someAddress(random: Random): string {
  return `198.${18 + random.below(2)}.${random.below(256)}.${random.below(256)}`
}
