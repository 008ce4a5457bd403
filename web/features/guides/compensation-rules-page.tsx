import readRules from 'content:rules/compensation'
import { DocumentPage } from './document-page.tsx'

export default function CompensationRulesPage() {
  return <DocumentPage document={readRules()} />
}
