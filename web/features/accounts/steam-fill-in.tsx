interface FillInThroughSteamProps {
  readonly onFilled: (steamId64: string) => void
}

/** A button that fills in the visitor's own Steam ID. */
export function FillInThroughSteam(_props: FillInThroughSteamProps) {
  return null
}

/** The name and picture of a Steam ID; nothing while they are unknown. */
export function SteamProfileLine(_props: { readonly steamId64: string }) {
  return null
}
