import { expect, hydrated, newVisitor, sessionOf, signIn, test, untilExpired } from '@/e2e/fixtures'
import { en } from '@/lib/i18n/en'

// Longer than a slow machine needs to answer every tab: a token of two rotations ago counts as
// stolen.
const TTL_SECONDS = 6
const TABS = 10

test.use({ serviceEnv: { AUTH_ACCESS_TOKEN_TTL: `${TTL_SECONDS}s` } })

/** One, unless the machine is so slow that the new token expired as well. */
const rotationsPossible = (startedAt: number) =>
  1 + Math.floor((Date.now() - startedAt) / (TTL_SECONDS * 1000))

test('ten tabs and a form post without JavaScript after expiry: no one is signed out, the post is kept, one rotation', async ({
  browser,
  service,
  person,
}) => {
  const context = await newVisitor(browser, service, false)
  await signIn(context, service, person)
  const form = await context.newPage()
  await form.goto('/dashboard/account')
  await form.getByLabel('Name').fill('Kept after expiry')
  const tabs = await Promise.all(Array.from({ length: TABS }, () => context.newPage()))
  const before = await sessionOf(context)
  await untilExpired(context)

  const startedAt = Date.now()
  const save = async () => {
    await form.getByRole('button', { name: 'Save changes', exact: true }).click()
    await expect(form.getByRole('status').filter({ hasText: 'Profile saved.' })).toBeVisible()
  }
  const [, ...answers] = await Promise.all([save(), ...tabs.map((tab) => tab.goto('/dashboard'))])

  for (const answer of answers) expect(answer?.status()).toBe(200)
  for (const tab of tabs) expect(tab.url()).toBe(`${service.url}/dashboard`)
  expect(form.url()).toBe(`${service.url}/dashboard/account`)
  const after = await sessionOf(context)
  expect(after.sessionId).toBe(before.sessionId)
  const rotations = (after.generation ?? 0) - (before.generation ?? 0)
  expect(rotations).toBeGreaterThanOrEqual(1)
  expect(rotations).toBeLessThanOrEqual(rotationsPossible(startedAt))
  await form.reload()
  await expect(form.getByLabel('Name')).toHaveValue('Kept after expiry')
  expect((await sessionOf(context)).signedIn).toBe(true)
  await context.close()
})

test('ten tabs with JavaScript after expiry, one of them saving a form: no one is signed out, the post is kept, one rotation', async ({
  context,
  page,
  service,
  signedIn: _,
}) => {
  await page.goto('/dashboard/account')
  await page.getByLabel('Name').fill('Kept by fetch')
  const tabs = await Promise.all(Array.from({ length: TABS }, () => context.newPage()))
  const before = await sessionOf(context)
  await untilExpired(context)

  const startedAt = Date.now()
  await Promise.all([
    page.getByRole('button', { name: 'Save changes', exact: true }).click(),
    ...tabs.map((tab) => tab.goto('/dashboard/account/sessions')),
  ])

  for (const tab of tabs) expect(tab.url()).toBe(`${service.url}/dashboard/account/sessions`)
  await expect(page.getByRole('status').filter({ hasText: 'Profile saved.' })).toBeVisible()
  const after = await sessionOf(context)
  expect(after.sessionId).toBe(before.sessionId)
  const rotations = (after.generation ?? 0) - (before.generation ?? 0)
  expect(rotations).toBeGreaterThanOrEqual(1)
  expect(rotations).toBeLessThanOrEqual(rotationsPossible(startedAt))
  await page.reload()
  await expect(page.getByLabel('Name')).toHaveValue('Kept by fetch')
})

test('requests that arrive at the same moment get the same successor token', async ({
  context,
  service,
  signedIn: _,
}) => {
  const before = await sessionOf(context)
  await untilExpired(context)
  const cookie = (await context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')

  const answers = await Promise.all(
    Array.from({ length: TABS }, () =>
      fetch(`${service.url}/dashboard`, { headers: { cookie }, redirect: 'manual' }),
    ),
  )

  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: TABS }, () => 200))
  const successors = answers.map(
    ({ headers }) =>
      headers
        .getSetCookie()
        .find((text) => text.startsWith('refresh='))
        ?.split(';')[0],
  )
  expect(new Set(successors).size).toBe(1)
  expect(successors[0]).not.toContain(cookie.split('refresh=')[1]?.split(';')[0])
  expect(before.generation).toBe(1)
})

test('a prefetch renews nothing and is not cached: a click after expiry works', async ({
  context,
  page,
  signedIn: _,
}) => {
  await page.goto('/dashboard')
  await hydrated(page)
  const before = await sessionOf(context)
  await untilExpired(context)

  const ahead = await page.evaluate(async () => {
    const headers = { rsc: '1', 'next-router-prefetch': '1' }
    const answers = await Promise.all(
      ['/dashboard/account', '/dashboard/account/sessions'].map((path) =>
        fetch(path, { headers, redirect: 'manual' }),
      ),
    )
    return answers.map(({ status }) => status)
  })
  expect(ahead).toEqual([401, 401])
  expect(await sessionOf(context)).toEqual(before)

  await page.getByRole('link', { name: en.account.sessions.title }).first().click()
  await expect(page).toHaveURL('/dashboard/account/sessions')
  await expect(page.getByRole('row')).not.toHaveCount(0)
  expect((await sessionOf(context)).sessionId).toBe(before.sessionId)
  expect((await sessionOf(context)).generation).toBeGreaterThan(before.generation ?? 0)
})
