import '#web/ui/theme.css'
import './frame/frame.css'
import { createRoot } from 'react-dom/client'
import { pickLanguage } from '#contract/language.ts'
import { App } from './app.tsx'
import { readLanguageCookie } from './language-choice.ts'
import { setLanguage } from '#web/i18n/runtime.ts'
import { documentTitle } from './page-texts.ts'
import { refetchOnReturn } from './query-client.ts'
import { findRoute } from './routes.tsx'
import { refreshSite } from './site.ts'
import { UiParts } from './ui-parts.tsx'

// Pages with hot reload do not come from our server, so the language is chosen here.
const language = pickLanguage(readLanguageCookie(), navigator.languages.join(','))
setLanguage(language)
document.documentElement.lang = language
await refreshSite()
document.title = documentTitle(findRoute(location.pathname))

refetchOnReturn()
const root = document.querySelector('#root')
const isOfParts = location.pathname === '/dev/ui'
if (root) createRoot(root).render(isOfParts ? <UiParts /> : <App />)
