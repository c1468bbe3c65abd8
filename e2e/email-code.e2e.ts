import type { Page } from '@playwright/test'
import { expect, freshEmail, newVisitor, type Person, test, watchFaults } from '@/e2e/fixtures'
import type { Service } from '@/e2e/services'
import { expectSound, look } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'
import { formatMessage } from '@/lib/i18n/format'

const texts = en.emailCode

test.use({ serviceEnv: { AUTH_EMAIL_CODE: 'true' }, ownService: 'email-code' })

/** Asks for a code on the sign-in page. */
async function ask(page: Page, email: string, next = ''): Promise<void> {
  await page.goto(`/auth/login${next && `?next=${encodeURIComponent(next)}`}`)
  await page.getByRole('link', { name: texts.offer }).click()
  await page.getByLabel(en.forms.email).fill(email)
  await page.getByRole('button', { name: texts.submit }).click()
  await expect(page).toHaveURL(/\/auth\/email-code\/enter/)
  await expect(page.getByText(formatMessage(texts.enter.lead, { email }))).toBeVisible()
}

/** The link and the code of the newest email. */
async function mailed(
  service: Service,
  { email }: Person,
): Promise<{ link: string; code: string }> {
  const link = await service.mailedLink(email, 'email-code/link')
  const mail =
    service.process
      .output()
      .split('Mail to ')
      .find((one) => one.includes(link)) ?? ''
  return { link, code: /: (\d{6})\s/.exec(mail)?.[1] ?? '' }
}

async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel(texts.enter.code).fill(code)
  await page.getByRole('button', { name: texts.enter.submit }).click()
}

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test('a user signs in with an emailed code, after a wrong one', async ({
      browser,
      service,
      person,
    }) => {
      const context = await newVisitor(browser, service, javaScriptEnabled)
      const page = await context.newPage()
      const faults = watchFaults(page)
      await ask(page, person.email, '/dashboard/account')
      const { code } = await mailed(service, person)
      if (javaScriptEnabled) await expectSound(page)
      await enter(page, code === '000000' ? '111111' : '000000')
      await expect(page.getByText(en.forms.fieldErrors.wrong_code)).toBeVisible()
      await enter(page, code)
      await expect(page).toHaveURL('/dashboard/account')
      expect((await context.cookies()).map(({ name }) => name)).not.toContain('email-code')
      expect(faults).toEqual([])
      await context.close()
    })

    test('the link asks first, and only in the browser that asked', async ({
      browser,
      service,
      person,
    }) => {
      const context = await newVisitor(browser, service, javaScriptEnabled)
      const page = await context.newPage()
      await ask(page, person.email)
      const { link, code } = await mailed(service, person)

      const elsewhere = await newVisitor(browser, service, javaScriptEnabled)
      const stranger = await elsewhere.newPage()
      await stranger.goto(link)
      await expect(stranger.getByText(texts.link.otherHeading)).toBeVisible()
      await expect(stranger.getByText(person.email)).toHaveCount(0)
      if (javaScriptEnabled) await expectSound(stranger)

      await page.goto(link)
      await page.reload()
      if (javaScriptEnabled) await expectSound(page)
      await expect(
        page.getByText(formatMessage(texts.link.lead, { email: person.email })),
      ).toBeVisible()
      await page.getByRole('button', { name: texts.link.submit }).click()
      await expect(page).toHaveURL('/dashboard')

      await stranger.goto(link)
      await expect(stranger.getByText(texts.link.dead)).toBeVisible()
      expect(code).toMatch(/^\d{6}$/)
      await elsewhere.close()
      await context.close()
    })
  })

test('the pages say the same for an address without an account, and are sound', async ({
  page,
  service,
  person,
}) => {
  test.slow() // four pages, each checked with axe
  await look(page, '/auth/login')
  await look(page, '/auth/email-code')
  await ask(page, person.email)
  const known = await page.locator('main').innerText()
  const stranger = freshEmail()
  await ask(page, stranger)
  const unknown = await page.locator('main').innerText()
  expect(unknown.replace(stranger, '')).toBe(known.replace(person.email, ''))
  await mailed(service, person)
  expect(service.process.output()).not.toContain(`Mail to ${stranger}`)
  await enter(page, '000000')
  await expect(page.getByText(en.forms.fieldErrors.wrong_code)).toBeVisible()
})
