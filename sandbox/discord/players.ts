/** A Discord account, in the fields that `GET /users/@me` answers. */
export interface Player {
  readonly id: string
  readonly username: string
  readonly globalName: string | null
  readonly avatar: string | null
  readonly email: string | null
  readonly verified: boolean
  readonly locale: string
  /** What this player is for, shown to testers. */
  readonly purpose: string
}

export const players: readonly Player[] = [
  {
    id: '200000000000000001',
    username: 'crystal_hunter',
    globalName: 'Crystal Hunter',
    avatar: '5f1d2c3b4a59687786958473625140ff',
    email: 'hunter@sandbox.example',
    verified: true,
    locale: 'fr',
    purpose: 'has everything',
  },
  {
    id: '210000000000000002',
    username: 'lesnik_89',
    globalName: null,
    avatar: null,
    email: null,
    verified: false,
    locale: 'ru',
    purpose: 'no e-mail, no avatar, no display name',
  },
  {
    id: '220000000000000003',
    username: 'mallory.0',
    globalName: '**@everyone** <img src=x onerror=alert(1)> [win](https://evil.example)',
    avatar: 'a_00112233445566778899aabbccddeeff',
    email: 'mallory@sandbox.example',
    verified: false,
    locale: 'en-US',
    purpose: 'a name full of markup, an unverified e-mail',
  },
]

export function findPlayer(id: string | null | undefined): Player | undefined {
  return players.find((player) => player.id === id)
}

/** The path of this account's picture in the sandbox. */
export function avatarPath(player: Player): string {
  if (player.avatar) return `/avatars/${player.id}/${player.avatar}.png`
  return `/embed/avatars/${(BigInt(player.id) >> 22n) % 6n}.png`
}
