import { productOfType } from '#domain/products.ts'
import { site } from '#web/app/site.ts'
import { ColorEditor } from '#web/features/products/color-editor.tsx'
import { TagPreview } from '#web/features/products/tag-preview.tsx'
import { changeInCart } from './cart-store.ts'
import type { ItemColorEditorProps } from './item-card.tsx'

/** What `ItemColorEditor` shows once it has loaded. */
export function LoadedColorEditor({ item, color, disabled = false }: ItemColorEditorProps) {
  const product = productOfType(site().products, item.type)
  return (
    <div className="grid gap-5">
      <TagPreview
        kind={product?.kind === 'color-tag' ? product.tag : 'name'}
        // The name in the game is not known, so the preview shows an example.
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
