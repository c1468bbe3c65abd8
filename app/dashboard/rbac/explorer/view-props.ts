import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import type { Principal } from '@/lib/platform/request-context'
import type { ExplorerQuery } from '@/lib/web/explorer-query'

/** What each view of the Access Explorer gets. */
export interface ViewProps {
  query: ExplorerQuery
  actor: Principal
  locale: Locale
  messages: Messages
}
