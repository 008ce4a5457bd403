import readGuide from 'content:guides/kryptonique'
import { DocumentPage } from './document-page.tsx'

export default function KryptoniquePage() {
  return <DocumentPage document={readGuide()} />
}
