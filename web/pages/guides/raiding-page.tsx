import readGuide from 'content:guides/raiding'
import { DocumentPage } from '#web/content/document-page.tsx'

export default function RaidingPage() {
  return <DocumentPage document={readGuide()} />
}
