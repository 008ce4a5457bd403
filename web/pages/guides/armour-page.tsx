import readGuide from 'content:guides/armour'
import { DocumentPage } from '#web/content/document-page.tsx'

export default function ArmourPage() {
  return <DocumentPage document={readGuide()} />
}
