import readRules from 'content:rules/general'
import { DocumentPage } from './document-page.tsx'

export default function GeneralRulesPage() {
  return <DocumentPage document={readRules()} />
}
