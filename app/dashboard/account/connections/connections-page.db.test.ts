import { beforeAll, describe, expect, it } from 'vitest'
import * as page from '@/app/dashboard/account/connections/page'
import { syncCatalog } from '@/lib/access/catalog'
import { en } from '@/lib/i18n/en'
import { formatMessage } from '@/lib/i18n/format'
import { db } from '@/lib/platform/db/database'
import type { Page } from '@/tests/kit/contract/declared-handlers'
import { passkeyUser } from '@/tests/kit/enroll-passkey'
import { renderPage } from '@/tests/kit/render-page'
import { pageCookie } from '@/tests/kit/sessions'
import { useTestDatabase } from '@/tests/kit/test-database'
import { useSettings } from '@/tests/kit/test-settings'

useTestDatabase()
beforeAll(async () => {
  useSettings(GITHUB)
  await syncCatalog(new Date())
})

const GITHUB = { OAUTH_GITHUB_CLIENT_ID: 'id', OAUTH_GITHUB_CLIENT_SECRET: 'secret' }
const connections = { path: '/dashboard/account/connections', render: page.default } as Page
const isLast = formatMessage(en.account.connections.lastTitle, { provider: 'GitHub' })
const mayDisconnect = formatMessage(en.account.connections.disconnectTitle, { provider: 'GitHub' })

/** The page of a user without a password who has GitHub and a passkey of that relying party. */
async function shownWith(rpId: string): Promise<string | null> {
  const { id } = await passkeyUser()
  await db().user.update({ where: { id }, data: { passwordHash: null, passwordChangedAt: null } })
  const linked = { provider: 'github', providerAccountId: id, userId: id }
  const now = new Date()
  await db().account.create({ data: { ...linked, linkedAt: now, lastUsedAt: now } })
  await db().passkey.updateMany({ where: { userId: id }, data: { rpId } })
  return renderPage(connections, { cookie: await pageCookie(id), id, search: {} })
}

describe('the only provider of a user without a password', () => {
  it('can be disconnected if a passkey remains', async () => {
    const html = await shownWith('localhost')
    expect(html).toContain(mayDisconnect)
    expect(html).not.toContain(isLast)
  })

  it('is their only sign-in method if the passkey is of another address', async () => {
    const html = await shownWith('former.example')
    expect(html).toContain(isLast)
    expect(html).not.toContain(mayDisconnect)
  })
})
