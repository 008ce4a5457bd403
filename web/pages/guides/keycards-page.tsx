import readGuide from 'content:guides/keycards'
import { DocumentPage } from '#web/content/document-page.tsx'

export default function KeycardsPage() {
  return <DocumentPage document={readGuide()} />
}
