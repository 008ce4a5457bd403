import readGuide from 'content:guides/kryptonique'
import { DocumentPage } from '#web/content/document-page.tsx'

export default function KryptoniquePage() {
  return <DocumentPage document={readGuide()} />
}
