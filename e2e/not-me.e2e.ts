import { expect, sessionOf, signIn, test, watchFaults } from '@/e2e/fixtures'
import { expectSound } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'
import { formatMessage } from '@/lib/i18n/format'

const texts = en.auth.notMe
const NEW_PASSWORD = 'violet kettle marathon 43'

for (const javaScriptEnabled of [true, false])
  test(`a user says that a sign-in wasn’t theirs, and chooses a new password, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
    person,
  }) => {
    test.slow() // three browsers, and pages checked with axe
    const open = (more = {}) => browser.newContext({ baseURL: service.url, ...more })
    const [own, intruder, mail] = [
      await open({ javaScriptEnabled }),
      await open({ javaScriptEnabled, userAgent: 'Mozilla/5.0 Firefox/145.0' }),
      await open({ javaScriptEnabled }),
    ]
    await signIn(own, service, person)
    await signIn(intruder, service, person)
    const stolen = await intruder.newPage()
    await stolen.goto('/dashboard/account')
    await expect(stolen).toHaveURL('/dashboard/account')

    const link = await service.mailedLink(person.email, 'not-me')
    const page = await mail.newPage()
    const faults = watchFaults(page)
    await page.goto(link)
    await page.reload()
    await expect(page.getByText(formatMessage(texts.lead, { email: person.email }))).toBeVisible()
    if (javaScriptEnabled) await expectSound(page)
    await stolen.reload()
    await expect(stolen).toHaveURL('/dashboard/account')

    await page.getByRole('button', { name: texts.submit }).click()
    await expect(page).toHaveURL(/\/auth\/reset-password\?token=/)
    await expect(page.getByText(texts.notices.session_disowned)).toBeVisible()
    await stolen.goto('/dashboard/account')
    await expect(stolen).toHaveURL(/\/auth\/login/)
    const still = await own.newPage()
    await still.goto('/dashboard/account')
    await expect(still).toHaveURL('/dashboard/account')

    const again = await mail.newPage()
    await again.goto(link)
    await expect(again.getByText(texts.dead)).toBeVisible()
    await expect(again.getByRole('link', { name: texts.forgot })).toHaveAttribute(
      'href',
      '/auth/forgot-password',
    )
    if (javaScriptEnabled) await expectSound(again)

    await page.getByLabel(en.forms.newPassword, { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: en.auth.reset.submit }).click()
    await expect(page).toHaveURL('/auth/login')
    await expect(page.getByText(en.auth.notices.password_reset)).toBeVisible()
    await page.getByLabel(en.forms.email, { exact: true }).fill(person.email)
    await page.getByLabel(en.forms.password, { exact: true }).fill(NEW_PASSWORD)
    await page.getByRole('button', { name: en.auth.login.submit, exact: true }).click()
    await expect(page).toHaveURL('/dashboard')
    expect((await sessionOf(mail)).signedIn).toBe(true)
    expect(faults).toEqual([])
    for (const context of [own, intruder, mail]) await context.close()
  })
