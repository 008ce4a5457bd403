import { localText } from '#web/app/browser-storage.ts'
import { toast } from '#web/app/toasts.ts'
import { m } from '#web/i18n/paraglide/messages.js'

/** The mark of the goal that was celebrated in this browser. */
const storedCelebrated = localText('celebratedGoal')

/** Celebrates the goal when half of its panel is on the screen, unless this browser has done so. */
export function celebrateOnce(mark: string, panel: HTMLElement, signal: AbortSignal): void {
  if (signal.aborted || storedCelebrated.read() === mark) return
  const observer = new IntersectionObserver(
    (entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      if (storedCelebrated.read() === mark) return
      storedCelebrated.write(mark)
      toast({ title: m.goal_reached(), description: m.goal_reached_text(), tone: 'success' })
      if (!matchMedia('(prefers-reduced-motion: reduce)').matches) throwShards(panel)
    },
    { threshold: 0.5 },
  )
  observer.observe(panel)
  signal.addEventListener('abort', () => observer.disconnect())
}

const shardCount = 36

/** Crystal shards fly over the panel, and are gone. */
function throwShards(panel: HTMLElement): void {
  const layer = document.createElement('div')
  layer.setAttribute('aria-hidden', 'true')
  layer.className = 'pointer-events-none absolute inset-0 overflow-hidden'
  panel.append(layer)
  const { width, height } = panel.getBoundingClientRect()
  const flights = Array.from({ length: shardCount }, async () => {
    const shard = document.createElement('span')
    shard.className =
      'absolute top-1/2 left-1/2 size-3 bg-crystal [clip-path:polygon(50%_0,100%_50%,50%_100%,0_50%)]'
    layer.append(shard)
    const x = (Math.random() - 0.5) * width
    const y = (Math.random() - 0.5) * height
    const turn = Math.random() * 540
    await shard.animate(
      [
        { transform: 'scale(0)', opacity: 1 },
        { transform: `translate(${x}px, ${y}px) rotate(${turn}deg)`, opacity: 1, offset: 0.6 },
        { transform: `translate(${x}px, ${y + 24}px) rotate(${turn}deg)`, opacity: 0 },
      ],
      {
        duration: 900 + Math.random() * 600,
        easing: 'cubic-bezier(0.15, 0.7, 0.3, 1)',
        fill: 'both',
      },
    ).finished
  })
  void Promise.allSettled(flights).then(() => layer.remove())
}
