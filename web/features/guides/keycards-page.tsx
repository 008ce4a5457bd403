import readGuide from 'content:guides/keycards'
import { DocumentPage } from './document-page.tsx'

export default function KeycardsPage() {
  return <DocumentPage document={readGuide()} />
}
