import type { DrawingProps } from './parts/drawing-box.tsx'
import { Item } from './parts/item.tsx'

export function DuctTape({ label }: DrawingProps) {
  return (
    <Item label={label}>
      <path fill="#26392e" d="M70 22h14l20 20v26L84 88H70z" />
      <path fill="#527360" d="M66 16h14l6 6 18 20H90z" />
      <path fill="#16261d" d="M90 68h14L84 92l-14 0z" />
      <path
        fill="#8fb09d"
        fillRule="evenodd"
        d="M38 16h28l24 24v28L66 92H38L14 68V40zM43 38 34 47v14l9 9h18l9-9V47l-9-9z"
      />
      <path fill="#6f9480" d="m14 68 20-7 9 9h18l9-9 20 7-24 24H38z" />
      <path fill="#b8d6c2" d="M38 16h28l-5 22H43l-9 9-20-7z" />
      <path
        fill="none"
        stroke="#41604e"
        strokeWidth="2"
        d="M41 27h22l16 16v22L63 81H41L25 65V43z"
      />
      <path fill="#7d613f" d="m43 38-9 9v14l9 9 6-6V44z" />
      <path fill="#5f4730" d="M43 38h18l9 9-7 3-6-6h-8z" />
      <path fill="#b8d6c2" d="M52 92h34l12 4-5 4 5 5-5 4H66z" />
      <path fill="#8fb09d" d="M52 92h34l12 4-5 4H57z" />
    </Item>
  )
}
