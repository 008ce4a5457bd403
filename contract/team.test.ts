import { describe, expect, it } from 'vitest'
import { listingFields } from '#test/factories/team-listings.ts'
import { makeListing } from './team.ts'

// The largest request body. Searching it for a web address would keep the process busy for minutes.
const bytes = 256 * 1024

describe('a text that is far too long is refused before it is searched for web addresses', () => {
  it.each([
    ['discordUsername', 'a.'],
    ['discordUsername', 'a-'],
    ['description', 'a.'],
    ['description', 'a.xn--'],
  ])('%s of %s', (field, part) => {
    const text = part.repeat(bytes / part.length)
    const parsed = makeListing.body.safeParse({ ...listingFields, [field]: text })
    expect(parsed.error?.issues.map(({ path, code }) => [path.join('.'), code])).toEqual([
      [field, 'too_big'],
    ])
  })
})
