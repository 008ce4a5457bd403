import readGuide from 'content:guides/armour'
import { DocumentPage } from './document-page.tsx'

export default function ArmourPage() {
  return <DocumentPage document={readGuide()} />
}
