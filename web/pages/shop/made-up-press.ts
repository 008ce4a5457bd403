type Press = Readonly<
  Pick<PointerEvent, 'pointerType' | 'width' | 'height' | 'pressure' | 'detail'>
>

/** Whether a screen reader pressed: with a pointer without a size, or (TalkBack) a mouse without any pressure. */
export function isMadeUp({ pointerType, width, height, pressure, detail }: Press): boolean {
  if (width === 0 && height === 0) return true
  return pointerType === 'mouse' && pressure === 0 && detail === 0
}
