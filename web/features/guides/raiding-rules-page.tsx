import readRules from 'content:rules/raiding'
import { DocumentPage } from './document-page.tsx'

export default function RaidingRulesPage() {
  return <DocumentPage document={readRules()} />
}
