import { problemStatus, type ProblemCode } from '#contract/problem.ts'
import type { OwnTeamListing, TeamListing } from '#contract/team.ts'
import { adultAge, listingLifetimeDays, resolveConflict, type ListingFields } from '#domain/team.ts'

interface KeptListing {
  readonly listing: OwnTeamListing
  readonly secret: string
}

const lifetimeMs = listingLifetimeDays * 86_400_000

/** A fake of our own server for the pages of the team finder: its decisions, without database or network. */
export class FakeTeamServer {
  /** The requests, as `POST /api/team-listings`, oldest first. */
  readonly asked: string[] = []
  readonly kept = new Map<string, KeptListing>()
  /** Answers of the next requests instead of the normal ones; `lost` loses the answer after the work. */
  readonly faults: (ProblemCode | 'lost' | 'unreachable')[] = []
  /** The session's account, whose listings a request without a secret concerns. */
  account: string | null = null
  private readonly deleted = new Set<string>()

  readonly fetch = async (path: string, init: RequestInit = {}): Promise<Response> => {
    this.asked.push(`${init.method ?? 'GET'} ${path}`)
    const fault = this.faults.shift()
    if (fault === 'unreachable') throw new TypeError('Failed to fetch')
    if (fault !== undefined && fault !== 'lost') return refuse(fault)
    const answer = this.answer(new URL(path, 'http://team.test'), init)
    if (fault === 'lost') throw new TypeError('Failed to fetch')
    return answer
  }

  /** A listing that somebody else posted, or its maker on another device. */
  put(
    fields: ListingFields,
    { secret = 'others', ...given }: Partial<OwnTeamListing> & { secret?: string } = {},
  ): OwnTeamListing {
    const now = new Date().toISOString()
    const listing: OwnTeamListing = {
      ...fields,
      id: crypto.randomUUID(),
      creatorId: crypto.randomUUID(),
      createdAt: now,
      updatedAt: now,
      expiresAt: new Date(Date.now() + lifetimeMs).toISOString(),
      revision: 1,
      verified: { discord: false, steam: false },
      state: 'live',
      removalReason: null,
      ...given,
    }
    this.kept.set(listing.id, { listing, secret })
    return listing
  }

  /** A change by the maker on another device, or by the staff. */
  change(id: string, change: Partial<OwnTeamListing>): OwnTeamListing {
    const { listing, secret } = this.require(id)
    const changed = { ...listing, ...change, revision: listing.revision + 1 }
    this.kept.set(id, { listing: changed, secret })
    return changed
  }

  delete(id: string): void {
    this.kept.delete(id)
    this.deleted.add(id)
  }

  private require(id: string): KeptListing {
    const kept = this.kept.get(id)
    if (!kept) throw new Error(`no listing ${id}`)
    return kept
  }

  private answer({ pathname, searchParams }: URL, init: RequestInit): Response {
    const secret = new Headers(init.headers).get('authorization')?.slice('Bearer '.length) ?? null
    const body: Record<string, unknown> = typeof init.body === 'string' ? JSON.parse(init.body) : {}
    if (pathname === '/api/own-team-listings') return this.own(secret)
    const [, , , id, action] = pathname.split('/')
    if (id === undefined) {
      return init.method === 'POST' ? this.post(body, secret) : this.list(searchParams)
    }
    const kept = this.kept.get(id)
    if (!kept) return refuse('listing_not_found')
    if (kept.secret !== secret && kept.secret !== this.account) return refuse('forbidden')
    if (init.method === 'DELETE') {
      return this.apply(kept, Object.fromEntries(searchParams), () => {
        this.delete(id)
        return new Response(null, { status: 204 })
      })
    }
    if (kept.listing.state === 'removed') return refuse('listing_removed')
    if (action === 'renewal') {
      return Response.json(
        this.change(id, { expiresAt: new Date(Date.now() + lifetimeMs).toISOString() }),
      )
    }
    const { revision: _, editedSecondsAgo: __, ...fields } = body
    return this.apply(kept, body, ({ at, overtook }) =>
      Response.json({ ...this.change(id, { ...fields, updatedAt: at.toISOString() }), overtook }),
    )
  }

  private list(query: URLSearchParams): Response {
    const from = Number(query.get('cursor') ?? 0)
    const type = query.get('type')
    const found = [...this.kept.values()]
      .map(({ listing }) => listing)
      .filter((listing) => listing.state === 'live' && (type === null || listing.type === type))
      .toSorted((a, b) => b.createdAt.localeCompare(a.createdAt) || b.id.localeCompare(a.id))
    const next = from + 24
    const listings = found.slice(from, next)
    return Response.json(listings.map(hideMinorAge), {
      headers: {
        'x-total-count': String(found.length),
        ...(found.length > next && {
          link: `<http://team.test/api/team-listings?cursor=${next}>; rel="next"`,
        }),
      },
    })
  }

  private own(secret: string | null): Response {
    if (secret === null && this.account === null) return refuse('unauthenticated')
    const own = [...this.kept.values()].filter(
      (kept) => kept.secret === secret || kept.secret === this.account,
    )
    return Response.json(own.map(({ listing }) => listing))
  }

  private post(body: Record<string, unknown>, secret: string | null): Response {
    const { id, creatorId, ...fields } = body
    if (typeof id !== 'string' || typeof creatorId !== 'string' || secret === null) {
      throw new Error('the pages send id, creatorId and secret')
    }
    if (this.deleted.has(id)) return refuse('listing_not_found')
    const known = this.kept.get(id)
    if (known) {
      if (known.secret !== secret) return refuse('listing_exists')
      return Response.json({ ...known.listing, secret })
    }
    const made = this.put(asFields(fields), { id, creatorId, secret })
    return Response.json({ ...made, secret }, { status: 201 })
  }

  private apply(
    { listing }: KeptListing,
    basis: Record<string, unknown>,
    deed: (verdict: { at: Date; overtook: boolean }) => Response,
  ): Response {
    const verdict = resolveConflict(
      { revision: listing.revision, at: new Date(listing.updatedAt) },
      {
        seenRevision: basis['revision'] === undefined ? null : Number(basis['revision']),
        secondsAgo: Number(basis['editedSecondsAgo'] ?? 0),
      },
      new Date(),
    )
    return verdict.applies ? deed(verdict) : refuse('listing_changed')
  }
}

/** As the server does in public answers. */
function hideMinorAge(listing: OwnTeamListing): TeamListing {
  return listing.age < adultAge ? { ...listing, age: null } : listing
}

function asFields(body: Record<string, unknown>): ListingFields {
  const fields: ListingFields = JSON.parse(JSON.stringify(body))
  return fields
}

function refuse(code: ProblemCode): Response {
  const headers = { 'content-type': 'application/problem+json', 'retry-after': '60' }
  return Response.json({ code, message: code }, { status: problemStatus[code], headers })
}
