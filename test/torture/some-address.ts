import type { Random } from './random.ts'

/** Of a documentation network; the product must trust this machine as a proxy to believe it. */
export function someAddress(random: Random): string {
  return `198.${18 + random.below(2)}.${random.below(256)}.${random.below(256)}`
}
