import { useEffect, useState, useSyncExternalStore } from 'react'
import type { ShopItemView } from '#contract/skins.ts'
import { createListeners } from '#web/app/subscriptions.ts'
import { Icon } from '#web/art/icon.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { buttonClass } from '#web/ui/button.tsx'
import { useHoldEvents } from '#web/ui/use-hold-events.ts'

interface HoldButtonProps {
  readonly itemName: string
  /** The id of how to hold it, or of why that is not possible. */
  readonly hintId: string
  readonly disabled?: boolean
  /** The progress of the bar, from 0 to 100. */
  readonly percent: number
  readonly onPress: () => void
  readonly onRelease: () => void
  readonly onActivate: () => void
}

// A resting finger does not zoom, select text or open a menu; it can still scroll.
const holdButtonClass = 'w-full max-sm:px-2 touch-manipulation [-webkit-touch-callout:none]'
const holdShapeClass =
  'absolute inset-0 [clip-path:polygon(var(--cut)_0,100%_0,100%_calc(100%-var(--cut)),calc(100%-var(--cut))_100%,0_100%,0_var(--cut))]'
const holdBarClass =
  'absolute inset-0 flex items-center justify-center gap-2.5 [clip-path:inset(0_100%_0_0)] bg-crystal px-5 py-2 max-sm:px-2 text-crystal-ink transition-[clip-path] duration-200 ease-linear forced-color-adjust-none'

/**
 * A button that acts once it has been held long enough. A bar in it shows the progress, and a quick
 * press brings up what to do.
 */
export function HoldButton(props: HoldButtonProps) {
  const { itemName, hintId, disabled, percent, onPress, onRelease, onActivate } = props
  const [isTooShort, setIsTooShort] = useState(false)
  const withoutHint = (act: () => void) => () => {
    setIsTooShort(false)
    act()
  }
  const events = useHoldEvents({
    isFull: percent >= 90,
    press: withoutHint(onPress),
    release: onRelease,
    letGo: () => setIsTooShort(true),
    activate: withoutHint(onActivate),
  })
  return (
    <div className="relative">
      <HoldStatus isTooShort={isTooShort} percent={percent} />
      <button
        type="button"
        aria-describedby={hintId}
        disabled={disabled}
        {...events}
        onBlur={withoutHint(events.onBlur)}
        className={buttonClass({ tone: 'secondary', className: holdButtonClass })}
      >
        <HoldLabel isDone={percent === 100} />
        <span className="sr-only">{` ${itemName}`}</span>
        <span aria-hidden="true" className={holdShapeClass}>
          {/* The same label in the colours of the bar, revealed as the bar rises. */}
          <span
            className={holdBarClass}
            // The content security policy allows none in a document.
            {...(percent > 0 && { style: { clipPath: `inset(0 ${100 - percent}% 0 0)` } })}
          >
            <HoldLabel isDone={percent === 100} />
          </span>
        </span>
      </button>
    </div>
  )
}

interface HoldStatusProps {
  readonly isTooShort: boolean
  readonly percent: number
}

/** Above the button: that it must be held, and for screen readers how far the hold has come. */
function HoldStatus({ isTooShort, percent }: HoldStatusProps) {
  const isHeld = percent > 0 && percent < 90
  return (
    <>
      <output
        className={
          isTooShort
            ? 'absolute inset-x-0 bottom-full z-10 mb-2 block animate-rise border border-crystal bg-raised px-3 py-2 text-center text-sm text-ink'
            : 'sr-only'
        }
      >
        {isTooShort ? m.shop_hold_longer() : isHeld && m.shop_hold_keep()}
      </output>
      {isHeld && (
        <progress
          aria-label={m.shop_hold_progress()}
          value={percent}
          max={90}
          className="sr-only"
        />
      )}
    </>
  )
}

function HoldLabel({ isDone }: { readonly isDone: boolean }) {
  if (!isDone) return <span>{m.shop_hold()}</span>
  return (
    <>
      <Icon name="check" className="size-5" />
      <span>{m.shop_bought_mark()}</span>
    </>
  )
}

/** The one hold of the page. Leaving the tab or the window releases the button. */
export function useHold() {
  const [clock] = useState(createHoldClock)
  const hold = useSyncExternalStore(clock.subscribe, clock.read, () => idle)

  useEffect(() => {
    const release = (): void => void clock.send({ type: 'release' })
    document.addEventListener('visibilitychange', release)
    addEventListener('blur', release)
    return () => {
      document.removeEventListener('visibilitychange', release)
      removeEventListener('blur', release)
      clock.stop()
    }
  }, [clock])

  return [hold, clock.send] as const
}

const stepMs = 200
const resetDelayMs = 1000

/** A hold with its timers: the bar rises while the button is held, and resets a second after success. */
export function createHoldClock() {
  const { notify, subscribe } = createListeners()
  let hold = idle
  let timer: ReturnType<typeof setTimeout> | undefined

  /** Returns false if the event was ignored, such as a second confirmation. */
  const send = (event: HoldEvent): boolean => {
    const next = nextHold(hold, event)
    if (next === hold) return false
    hold = next
    clearTimeout(timer)
    if (hold.phase === 'holding') timer = setTimeout(() => send({ type: 'step' }), stepMs)
    if (hold.phase === 'bought') timer = setTimeout(() => send({ type: 'reset' }), resetDelayMs)
    notify()
    return true
  }

  return {
    read: (): Hold => hold,
    send,
    subscribe,
    /** Resets the hold, for a page that unmounts. */
    stop: () => {
      clearTimeout(timer)
      hold = idle
    },
  }
}

/**
 * The state of a skin purchase. There is one for the whole page, so two at a time are impossible;
 * `item` is a copy from when the button was pressed.
 */
export type Hold =
  | { readonly phase: 'idle' }
  | { readonly phase: 'holding'; readonly item: ShopItemView; readonly percent: number }
  | { readonly phase: 'confirming' | 'buying' | 'bought'; readonly item: ShopItemView }

type HoldEvent =
  | { readonly type: 'press' | 'activate'; readonly item: ShopItemView }
  | {
      readonly type: 'step' | 'release' | 'cancel' | 'confirm' | 'succeed' | 'fail' | 'reset'
    }

const idle: Hold = { phase: 'idle' }

const stepPercent = 10
const fullPercent = 90

/** The next state, or the same object if the event is ignored. */
function nextHold(hold: Hold, event: HoldEvent): Hold {
  const { type } = event
  switch (hold.phase) {
    case 'idle':
      if (type === 'press') return { phase: 'holding', item: event.item, percent: 0 }
      // Assistive technology clicks a button and cannot hold it.
      return type === 'activate' ? { phase: 'confirming', item: event.item } : hold
    case 'holding': {
      if (type === 'release') return idle
      if (type !== 'step') return hold
      const percent = hold.percent + stepPercent
      return percent < fullPercent ? { ...hold, percent } : { phase: 'confirming', item: hold.item }
    }
    case 'confirming':
      if (type === 'cancel') return idle
      return type === 'confirm' ? { ...hold, phase: 'buying' } : hold
    case 'buying':
      if (type === 'fail') return idle
      return type === 'succeed' ? { ...hold, phase: 'bought' } : hold
    case 'bought':
      break
  }
  return type === 'reset' ? idle : hold
}

/** The progress of an item's bar, from 0 to 100. */
export function holdPercent(hold: Hold, itemId: string): number {
  if (hold.phase === 'idle' || hold.item.id !== itemId) return 0
  if (hold.phase === 'holding') return hold.percent
  return hold.phase === 'bought' ? 100 : fullPercent
}
