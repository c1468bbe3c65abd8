import { headers } from 'next/headers'
import { cache } from 'react'
import { MissingRecord } from '@/app/dashboard/missing-record'
import { createKey, hideKey, revokeKey } from '@/app/dashboard/users/[id]/api-keys/actions'
import { KeysView } from '@/components/api-keys/keys-view'
import { PageHeader } from '@/components/layout/page-header'
import { findAccess } from '@/lib/access/find-access'
import type { ManagedUser } from '@/lib/accounts/present-managed-user'
import { formatMessage } from '@/lib/i18n/format'
import { listUserApiKeys } from '@/lib/identity/api-keys/list-api-keys'
import { findReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import { now } from '@/lib/platform/clock'
import { can, type SessionPrincipal } from '@/lib/platform/request-context'
import { findUserChangeLimits, getUser } from '@/lib/users/get-user'
import { definePage, pageTitle } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { listFrom } from '@/lib/web/list-from'
import { readOneTimeCookie } from '@/lib/web/one-time-cookie'
import { pagePath, parameter } from '@/lib/web/page-address'
import { pageLanguage } from '@/lib/web/preferences'

const PAGE_SIZE = 25

/** Cached per request: the title and the page both need it. */
const findUser = cache(getUser)

const page = definePage('/dashboard/users/[id]/api-keys')

export const generateMetadata = page.composeTitle(async ({ principal, params }) => {
  const { messages } = await pageLanguage()
  const found = await findUser(principal, (await params).id)
  if (!found.ok) return messages.pages.notFound.title
  return pageTitle(messages.apiKeys.title, found.user.name ?? found.user.email)
})

/**
 * A user's API keys, for viewers with permission to read users. Those who may change the user also
 * revoke keys, and create keys for a service account. A person's keys are created only by that
 * person. `?cursor` continues the list.
 */
export default page.render(async ({ principal, profile, params, searchParams }) => {
  const found = await findUser(principal, (await params).id)
  if (!found.ok) return <MissingRecord kind="user" />
  const { user } = found
  const { locale, messages } = await pageLanguage()
  const texts = messages.apiKeys
  const listed = await listFrom(
    parameter(await searchParams, 'cursor'),
    (cursor) => listUserApiKeys({ userId: user.id, limit: PAGE_SIZE, cursor }),
    ({ keys }) => keys.length === 0,
  )
  const at = now()
  const { outranked } = await findUserChangeLimits(principal, user)
  const mayChange = can(principal, 'users:activate') && !outranked
  const shown = readOneTimeCookie((await headers()).get('cookie'), principal, at)
  const isTheirs = shown?.kind === 'api_key' && shown.userId === user.id
  const person = user.name ?? user.email
  const path = pagePath('/dashboard/users/[id]/api-keys', user.id)
  return (
    <div data-wide>
      <PageHeader
        title={formatMessage(texts.titleOf, { person })}
        lead={user.kind === 'service' ? texts.leadService : texts.leadPerson}
        back={{ href: pagePath('/dashboard/users/[id]', user.id), label: person }}
      />
      <KeysView
        actions={{ create: createKey, revoke: revokeKey, hide: hideKey }}
        keys={listed.ok ? listed.keys : []}
        nextCursor={listed.ok ? listed.nextCursor : null}
        continued={listed.cursor !== null}
        path={path}
        fresh={isTheirs ? shown : null}
        create={
          mayChange && user.kind === 'service' && user.status === 'active'
            ? {
                permissions: await grantable(principal, user),
                proof: await findReauthMethod(principal, at),
                viewerEmail: profile.email,
              }
            : null
        }
        mayRevoke={mayChange}
        outcome={await readOutcome()}
        locale={locale}
        messages={messages}
        at={at}
      />
    </div>
  )
})

/** What both the viewer and the account may do. For display only: creating a key checks again. */
async function grantable(principal: SessionPrincipal, user: ManagedUser): Promise<string[]> {
  const theirs = await findAccess(user.id)
  return [...(theirs?.permissions ?? [])].filter((name) => principal.permissions.has(name)).sort()
}
