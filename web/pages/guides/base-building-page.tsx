import readGuide from 'content:guides/base-building'
import { DocumentPage } from '../../content/document-page.tsx'

export default function BaseBuildingPage() {
  return <DocumentPage document={readGuide()} />
}
