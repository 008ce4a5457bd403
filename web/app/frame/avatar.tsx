import { useState } from 'react'
import type { SessionUser } from '#contract/session.ts'

/** A player's picture, or the first letter of their name without one. */
export function Avatar({ user }: { readonly user: Pick<SessionUser, 'name' | 'avatarUrl'> }) {
  const [missingUrl, setMissingUrl] = useState<string | null>(null)
  const { avatarUrl, name } = user
  if (avatarUrl === null || avatarUrl === missingUrl) {
    return (
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center border border-line-strong bg-raised font-display font-bold text-crystal"
      >
        {/./su.exec(name)?.[0].toUpperCase()}
      </span>
    )
  }
  return (
    <img
      src={avatarUrl}
      alt=""
      width={36}
      height={36}
      loading="lazy"
      referrerPolicy="no-referrer"
      // Discord deletes a picture when its owner changes it.
      onError={() => setMissingUrl(avatarUrl)}
      className="size-9 shrink-0 border border-line-strong bg-raised object-cover"
    />
  )
}
