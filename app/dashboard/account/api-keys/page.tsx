import { headers } from 'next/headers'
import { createKey, hideKey, revokeKey } from '@/app/dashboard/account/api-keys/actions'
import { KeysView } from '@/components/api-keys/keys-view'
import { PageHeader } from '@/components/layout/page-header'
import { listOwnApiKeys } from '@/lib/identity/api-keys/list-api-keys'
import { findReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import { now } from '@/lib/platform/clock'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { listFrom } from '@/lib/web/list-from'
import { readOneTimeCookie } from '@/lib/web/one-time-cookie'
import { parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const PATH = '/dashboard/account/api-keys'
const PAGE_SIZE = 25

const page = definePage(PATH)

export const generateMetadata = page.metadata

/** The user's own API keys. A new one is shown once. `?cursor` continues the list. */
export default page.render(async ({ principal, profile, searchParams }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.apiKeys
  const listed = await listFrom(
    parameter(await searchParams, 'cursor'),
    (cursor) => listOwnApiKeys(principal, { limit: PAGE_SIZE, cursor }),
    ({ keys }) => keys.length === 0,
  )
  const at = now()
  const shown = readOneTimeCookie((await headers()).get('cookie'), principal, at)
  const isOwn = shown?.kind === 'api_key' && shown.userId === principal.userId
  return (
    <div data-wide>
      <PageHeader title={texts.title} lead={texts.lead} />
      <KeysView
        actions={{ create: createKey, revoke: revokeKey, hide: hideKey }}
        keys={listed.ok ? listed.keys : []}
        nextCursor={listed.ok ? listed.nextCursor : null}
        continued={listed.cursor !== null}
        path={PATH}
        fresh={isOwn ? shown : null}
        create={{
          permissions: [...principal.permissions].sort(),
          proof: await findReauthMethod(principal, at),
          viewerEmail: profile.email,
        }}
        mayRevoke
        outcome={await readOutcome()}
        locale={locale}
        messages={messages}
        at={at}
      />
    </div>
  )
})
