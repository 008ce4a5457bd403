import { useState } from 'react'
import { drawingNames, type DrawingName } from '#contract/documents.ts'
import { PictureField, type ChosenPicture } from '#web/app/picture-field.tsx'
import { m } from '#web/i18n/paraglide/messages.js'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/fields.tsx'

interface TextPicturesProps {
  /** While a picture is read or sent. */
  readonly isBusy: boolean
  /** Of a drawing, by its address in a text. */
  readonly onInsert: (address: string) => void
  readonly onUpload: (picture: ChosenPicture) => void
  readonly onReading: (isReading: boolean) => void
}

/** Puts a drawing or a picture of one's own into a text. */
export function TextPictures({ isBusy, onInsert, onUpload, onReading }: TextPicturesProps) {
  const [drawing, setDrawing] = useState<DrawingName | null>(null)
  return (
    <>
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          label={m.admin_document_picture()}
          all={m.admin_document_picture_none()}
          values={drawingNames}
          labelOf={(name) => m.admin_document_drawing({ name })}
          value={drawing}
          className="min-w-48 flex-1"
          onChange={setDrawing}
        />
        {/* Arrow keys change the choice, so that it inserts nothing yet. */}
        <Button
          tone="secondary"
          disabled={drawing === null || isBusy}
          onClick={() => onInsert(`picture:${drawing}`)}
        >
          {m.admin_document_picture_insert()}
        </Button>
      </div>
      <PictureField
        picture={null}
        hasCurrent={false}
        isMissing={false}
        optionalHint={m.admin_document_upload_hint()}
        onChange={(picture) => {
          if (picture && !isBusy) onUpload(picture)
        }}
        onReading={onReading}
      />
      <output className="block text-sm text-muted not-empty:-mt-3">
        {isBusy && m.admin_document_upload_sending()}
      </output>
    </>
  )
}
