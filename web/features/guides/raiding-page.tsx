import readGuide from 'content:guides/raiding'
import { DocumentPage } from './document-page.tsx'

export default function RaidingPage() {
  return <DocumentPage document={readGuide()} />
}
