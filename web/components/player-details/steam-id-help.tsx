import { m } from '#web/i18n/paraglide/messages.js'
import { Disclosure } from '#web/components/disclosure.tsx'

// None of them is anybody's account: a copied example must not be activated on a stranger's.
const acceptedForms = [
  'https://steamcommunity.com/profiles/7656119XXXXXXXXXX',
  'STEAM_0:1:XXXXXXXX',
  '[U:1:XXXXXXXX]',
]

/** Where players find their Steam ID, and in which forms it is understood. */
export function SteamIdHelp() {
  return (
    <Disclosure title={m.checkout_steam_help_title()}>
      <ol className="list-decimal space-y-1 pl-5">
        <li>{m.checkout_steam_help_open()}</li>
        <li>{m.checkout_steam_help_copy()}</li>
      </ol>
      <p className="mt-3">{m.checkout_steam_help_forms()}</p>
      <ul className="tag-print mt-1 space-y-1 break-all">
        {acceptedForms.map((form) => (
          <li key={form}>{form}</li>
        ))}
      </ul>
    </Disclosure>
  )
}
