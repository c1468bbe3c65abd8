import type { BrowserContext } from '@playwright/test'
import { expect, freshEmail, PASSWORD, signIn, test, watchFaults, type Service } from '@/e2e/fixtures'
import { en } from '@/lib/i18n/en'
import { formatMessage } from '@/lib/i18n/format-message'

const PATH = '/dashboard/users'
const texts = en.users
const ADMIN = { email: 'host@example.com', password: PASSWORD }

// A service of its own: this file makes the first administrator.
test.use({ serviceEnv: { AUTH_ACCESS_TOKEN_TTL: '11m' } })

let made = false
async function asAdmin(context: BrowserContext, service: Service): Promise<void> {
  const token = new URL(service.setupLink()).searchParams.get('token')
  if (!made) expect((await service.api('setup', { token, ...ADMIN })).status).toBe(201)
  made = true
  await signIn(context, service, ADMIN)
}

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without'

  test(`somebody who is invited chooses a password and is signed in, ${how} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await browser.newContext({ baseURL: service.url, javaScriptEnabled })
    await asAdmin(context, service)
    const page = await context.newPage()
    const faults = watchFaults(page)
    const email = freshEmail()
    await page.goto(PATH)
    await page.getByRole('link', { name: texts.invite }).click()
    await expect(page).toHaveURL(`${PATH}/invite`)
    await page.getByLabel(en.forms.email).fill(ADMIN.email)
    await page.getByLabel(en.forms.name).fill('Grace')
    await page.getByRole('checkbox', { name: 'admin' }).check()
    await page.getByRole('button', { name: texts.invitation.submit }).click()
    await expect(page.getByText(en.forms.fieldErrors.email_taken)).toBeVisible()
    await expect(page.getByLabel(en.forms.name)).toHaveValue('Grace')
    await expect(page.getByRole('checkbox', { name: 'admin' })).toBeChecked()
    await page.getByRole('checkbox', { name: 'admin' }).uncheck()
    await page.getByLabel(en.forms.email).fill(email)
    await page.getByRole('button', { name: texts.invitation.submit }).click()
    await expect(page.getByText(formatMessage(texts.invitation.done, { person: email }))).toBeVisible()
    await expect(page.getByRole('row', { name: email })).toContainText(texts.statuses.pending)
    const link = await service.mailedLink(email, 'invitation')
    const own = await browser.newContext({ baseURL: service.url, javaScriptEnabled })
    const invited = await own.newPage()
    const faultsToo = watchFaults(invited)
    await invited.goto(link)
    await expect(invited.getByText(formatMessage(en.auth.invitation.lead, { email }))).toBeVisible()
    await expect(invited.getByLabel(en.forms.name)).toHaveValue('Grace')
    await invited.getByLabel(en.forms.password, { exact: true }).fill('short')
    await invited.getByRole('button', { name: en.auth.invitation.submit }).click()
    await expect(
      invited.getByText(formatMessage(en.forms.fieldErrors.password_too_short, { min: 12 })),
    ).toBeVisible()
    await invited.getByLabel(en.forms.password, { exact: true }).fill(PASSWORD)
    await invited.getByRole('button', { name: en.auth.invitation.submit }).click()
    await expect(invited).toHaveURL('/dashboard')
    await expect(invited.getByText(email).first()).toBeAttached()
    // The link has done its work.
    await invited.goto(link)
    await expect(invited.getByRole('heading', { name: en.auth.deadLink.heading })).toBeVisible()
    await expect(invited.getByRole('link', { name: en.auth.login.submit })).toBeVisible()
    await expect(invited.getByRole('textbox')).toHaveCount(0)
    await page.goto(`${PATH}?query=${email}`)
    await expect(page.getByRole('row', { name: email })).toContainText(texts.statuses.active)
    await expect(page.getByRole('row', { name: email })).toContainText('Grace')
    expect([...faults, ...faultsToo]).toEqual([])
    await own.close()
    await context.close()
  })
}
