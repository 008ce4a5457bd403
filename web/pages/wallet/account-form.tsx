import { useId, useState, type FormEvent } from 'react'
import { parseSteamId, type SteamId64 } from '#domain/steam-id.ts'
import { SteamIdField } from '#web/components/player-details/steam-id-field.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { Panel } from '#web/ui/panel.tsx'

interface AccountFormProps {
  readonly title: string
  readonly text?: string
  readonly onShow: (steamId: SteamId64) => void
}

/** Takes the Steam ID whose wallet is to be shown. */
export function AccountForm({ title, text, onShow }: AccountFormProps) {
  const id = useId()
  const [typed, setTyped] = useState('')
  const [isSent, setIsSent] = useState(false)
  const result = parseSteamId(typed)

  function submit(event: FormEvent): void {
    event.preventDefault()
    setIsSent(!result.ok)
    if (result.ok) {
      onShow(result.steamId64)
      setTyped('')
    } else {
      document.getElementById(id)?.focus()
    }
  }

  return (
    <Panel title={title}>
      {text && <p className="mb-5 text-muted">{text}</p>}
      <form noValidate onSubmit={submit} className="grid gap-4">
        <SteamIdField
          id={id}
          hint={m.wallet_look_hint()}
          text={typed}
          result={result}
          isFrozen={false}
          isSent={isSent}
          refusal={null}
          onChange={setTyped}
        />
        <Button type="submit" tone="secondary" className="w-full sm:w-fit lg:w-full">
          {m.wallet_look_button()}
        </Button>
      </form>
    </Panel>
  )
}
