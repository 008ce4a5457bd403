/** A Steam account, in the fields that `GetPlayerSummaries` answers. */
export interface SteamPlayer {
  readonly steamId: string
  readonly personaName: string
  /** What this player is for, shown to testers. */
  readonly purpose: string
}

export const steamPlayers: readonly SteamPlayer[] = [
  {
    steamId: '76561198006409531',
    personaName: 'Crystal Hunter',
    purpose: 'an id that no JavaScript number holds',
  },
  {
    steamId: '76561198000000042',
    personaName: 'Лесник с Оленьего',
    purpose: 'a name in Cyrillic',
  },
  {
    steamId: '76561199123456789',
    personaName: '<img src=x onerror=alert(1)> \u202Etxt.exe',
    purpose: 'a name full of markup, written backwards',
  },
]
