import readRules from 'content:rules/building'
import { DocumentPage } from './document-page.tsx'

export default function BuildingRulesPage() {
  return <DocumentPage document={readRules()} />
}
