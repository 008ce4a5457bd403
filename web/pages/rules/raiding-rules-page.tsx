import readRules from 'content:rules/raiding'
import { DocumentPage } from '#web/content/document-page.tsx'

export default function RaidingRulesPage() {
  return <DocumentPage document={readRules()} />
}
