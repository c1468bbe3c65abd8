import { test as base, expect, freshEmail, signIn, watchFaults } from '@/e2e/fixtures'
import { look } from '@/e2e/sound'
import { entryOf } from '@/lib/config/providers/catalog'
import { en } from '@/lib/i18n/en'
import { formatMessage } from '@/lib/i18n/format'
import { freePort } from '@/tests/kit/free-port'
import {
  type AllProviders,
  STAND_IN_IDS,
  startAllProviders,
} from '@/tests/kit/providers/all-providers'
import { startKeycloakStandIn } from '@/tests/kit/providers/keycloak'
import type { StandIn } from '@/tests/kit/providers/stand-in'

const CONNECTIONS = '/dashboard/account/connections'
const texts = en.account.connections
/** The maximum length of a label. */
const LABEL = 'Staff of the Northern Lights Corporation'
const LABELS = [...STAND_IN_IDS.map((id) => entryOf(id)!.label), LABEL]
const say = (text: string, provider = LABEL) => formatMessage(text, { provider })

type Started = AllProviders & { issuer: StandIn; port: number }

/** A service with ten providers of the catalog and a custom OpenID issuer. */
const test = base.extend<object, { providers: Started }>({
  providers: [
    async ({ services }, use) => {
      const port = await freePort()
      const at = [`http://localhost:${port}`]
      const [all, issuer] = await Promise.all([
        startAllProviders(at),
        startKeycloakStandIn(at, 'staff-sso'),
      ])
      await use(Object.assign(all, { issuer, port }))
      await services.stop()
      await Promise.all([all.close(), issuer.close()])
    },
    { scope: 'worker' },
  ],
  serviceEnv: ({ providers: { env, issuer, port } }, use) =>
    use({ PORT: String(port), ...env, ...issuer.env, OAUTH_STAFF_SSO_LABEL: LABEL }),
})

test('eleven providers are accessible in both themes, each with a mark and its full name', async ({
  context,
  page,
  service,
  person,
}) => {
  for (const path of ['/auth/login', '/auth/register']) {
    await look(page, path)
    for (const label of LABELS) {
      const button = page.getByRole('link', {
        name: say(en.auth.external.continueWith, label),
        exact: true,
      })
      await expect(button.locator('svg')).toBeVisible()
      await expect(button.getByText(label, { exact: true })).toBeVisible()
    }
  }
  await signIn(context, service, person)
  await look(page, CONNECTIONS)
  for (const label of LABELS)
    await expect(
      page.getByRole('button', { name: say(texts.connectLabel, label), exact: true }),
    ).toBeVisible()
})

test('a user connects an account of a custom issuer, and one whose ID has dashes, and disconnects both', async ({
  context,
  page,
  service,
  person,
  providers,
}) => {
  const faults = watchFaults(page)
  const { issuer, 'microsoft-entra-id': entra } = providers
  const email = freshEmail()
  Object.assign(issuer.state.person, { sub: `sub-of-${email}`, email })
  await signIn(context, service, person)
  await page.goto(CONNECTIONS)
  for (const label of [LABEL, entryOf(entra.id)!.label]) {
    await page.getByRole('button', { name: say(texts.connectLabel, label), exact: true }).click()
    await expect(page.getByText(say(texts.connectedNow, label))).toBeVisible()
    await expect(page).toHaveURL(CONNECTIONS)
  }
  await expect(page.getByRole('listitem').filter({ hasText: LABEL })).toContainText(email)
  for (const label of [LABEL, entryOf(entra.id)!.label]) {
    await page.getByRole('button', { name: say(texts.disconnectLabel, label), exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: texts.disconnect }).click()
    await expect(page.getByText(say(texts.disconnected, label))).toBeVisible()
  }
  expect(faults).toEqual([])
})
