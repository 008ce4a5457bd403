import type { SaleCategory } from '#domain/monetisation.ts'

/**
 * What the publisher of the game allows this community to sell, as `/monetisation` shows it. The
 * owner keeps it in `/admin` → Site → Monetisation.
 */
export const monetisation: {
  /** The publisher's approval of this server, with its days such as `2027-01-31`, and where it is listed. */
  readonly approval: {
    readonly approvedOn: string
    readonly endsOn: string
    readonly link: string | null
  } | null
  /** By slug, where it is another one than that of its kind. */
  readonly categories: Readonly<Record<string, SaleCategory>>
  /** By slug, the words of its texts that the owner has looked at. */
  readonly seen: Readonly<Record<string, readonly string[]>>
} = { approval: null, categories: {}, seen: {} }
