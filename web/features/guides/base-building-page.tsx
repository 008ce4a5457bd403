import readGuide from 'content:guides/base-building'
import { DocumentPage } from './document-page.tsx'

export default function BaseBuildingPage() {
  return <DocumentPage document={readGuide()} />
}
