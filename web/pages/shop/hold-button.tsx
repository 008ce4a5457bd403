import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { buttonClass } from '#web/ui/button.tsx'
import { useHoldEvents } from './use-hold-events.ts'

interface HoldButtonProps {
  readonly itemName: string
  readonly hintId: string
  /** How far the bar is, from 0 to 100. */
  readonly percent: number
  readonly onPress: () => void
  readonly onRelease: () => void
  readonly onActivate: () => void
}

// A finger that rests on it neither zooms, nor selects text, nor opens a menu; it still scrolls.
const holdLook = 'w-full touch-manipulation [-webkit-touch-callout:none]'
const shape =
  'absolute inset-0 [clip-path:polygon(var(--cut)_0,100%_0,100%_calc(100%-var(--cut)),calc(100%-var(--cut))_100%,0_100%,0_var(--cut))]'
const bar =
  'absolute inset-0 flex items-center justify-center gap-2.5 bg-crystal px-5 py-2 text-crystal-ink transition-[clip-path] duration-200 ease-linear forced-color-adjust-none'

/** Buys once it has been held for long enough: a bar in it shows how far that is. */
export function HoldButton(props: HoldButtonProps) {
  const { itemName, hintId, percent, onPress, onRelease, onActivate } = props
  const events = useHoldEvents({
    isFull: percent >= 90,
    press: onPress,
    release: onRelease,
    activate: onActivate,
  })
  return (
    <button
      type="button"
      aria-describedby={hintId}
      {...events}
      className={buttonClass({ tone: 'secondary', className: holdLook })}
    >
      <HoldLabel isDone={percent === 100} />
      <span className="sr-only"> {itemName}</span>
      <span aria-hidden="true" className={shape}>
        {/* The same label in the colours of the bar, uncovered as it rises. */}
        <span className={bar} style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }}>
          <HoldLabel isDone={percent === 100} />
        </span>
      </span>
    </button>
  )
}

function HoldLabel({ isDone }: { readonly isDone: boolean }) {
  if (!isDone) return m.shop_hold()
  return (
    <>
      <Icon name="check" className="size-5" />
      {m.shop_bought_mark()}
    </>
  )
}
