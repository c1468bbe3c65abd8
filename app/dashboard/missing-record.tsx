import { NotFoundMessage } from '@/app/not-found-message'
import { MessagePage } from '@/components/feedback/message-page'
import { buttonClasses } from '@/components/ui/button'
import { markPageMissing } from '@/lib/http/pages/page-exchange'
import { type DashboardPath, opensTo, pageAt } from '@/lib/http/pages/page-table'
import type { Messages } from '@/lib/i18n/messages'
import { findSignedIn } from '@/lib/web/page-request'
import { pageLanguage } from '@/lib/web/preferences'

type RecordKind = keyof Messages['pages']['missing']['kinds']

/** The list that each kind of record belongs to. */
const LISTS: Record<RecordKind, DashboardPath> = {
  user: '/dashboard/users',
  bulkAction: '/dashboard/users/bulk',
  import: '/dashboard/users/import',
  role: '/dashboard/rbac/roles',
  permission: '/dashboard/rbac/permissions',
  webhook: '/dashboard/webhooks',
  payment: '/dashboard/payments',
  notification: '/dashboard/notifications',
  template: '/dashboard/notifications/templates',
  profileField: '/dashboard/settings/profile-fields',
}

/**
 * Replaces the page of a record that does not exist, with status 404 and a link to the list.
 * Viewers who may not open the list get the usual message.
 */
export async function MissingRecord({ kind }: { kind: RecordKind }) {
  markPageMissing()
  const { pages } = (await pageLanguage()).messages
  const list = LISTS[kind]
  const signedIn = await findSignedIn()
  if (!signedIn || !opensTo(pageAt(list), signedIn.principal))
    return <NotFoundMessage texts={pages} />
  const { heading, all } = pages.missing.kinds[kind]
  return (
    <MessagePage eyebrow="404" heading={heading} lead={pages.missing.lead}>
      <a className={buttonClasses()} href={list}>
        {all}
      </a>
    </MessagePage>
  )
}
