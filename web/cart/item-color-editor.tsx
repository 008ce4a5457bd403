import type { CartItem } from '#domain/cart.ts'
import type { RgbColor } from '#domain/color.ts'
import { ColorEditor } from '#web/color/color-editor.tsx'
import { TagPreview } from '#web/color/tag-preview.tsx'
import { changeInCart } from './cart-store.ts'

interface ItemColorEditorProps {
  readonly item: CartItem
  readonly color: RgbColor
  readonly disabled?: boolean
}

/** Changes the colour of a tag where it lies in the cart, and shows it worn. */
export function ItemColorEditor({ item, color, disabled = false }: ItemColorEditorProps) {
  return (
    <div className="grid gap-5">
      <TagPreview
        kind={item.type === 'Clan Color Tag' ? 'clan' : 'name'}
        // The name in the game is not known; the preview brings an example.
        text=""
        color={color}
      />
      <ColorEditor
        color={color}
        disabled={disabled}
        onChange={(chosen) => changeInCart(item.id, (entry) => ({ ...entry, color: chosen }))}
      />
    </div>
  )
}
