import readGuide from 'content:guides/raid-alerts'
import { DocumentPage } from './document-page.tsx'

export default function RaidAlertsPage() {
  return <DocumentPage document={readGuide()} />
}
