import type { SessionUser } from '../../../contract/session.ts'

/** A player's picture; the first letter of the name where there is none. */
export function Avatar({ user }: { readonly user: SessionUser }) {
  if (user.avatarUrl === null) {
    return (
      <span
        aria-hidden="true"
        className="grid size-9 shrink-0 place-items-center border border-line-strong bg-raised font-display font-bold text-crystal"
      >
        {/./su.exec(user.name)?.[0].toUpperCase()}
      </span>
    )
  }
  return (
    <img
      src={user.avatarUrl}
      alt=""
      width={36}
      height={36}
      referrerPolicy="no-referrer"
      className="size-9 shrink-0 border border-line-strong bg-raised object-cover"
    />
  )
}
