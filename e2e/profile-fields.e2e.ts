import type { Page } from '@playwright/test'
import { asAdmin } from '@/e2e/administrator'
import { expect, freshEmail, newVisitor, PASSWORD, test, watchFaults } from '@/e2e/fixtures'
import { expectSound, look } from '@/e2e/sound'
import { en } from '@/e2e/texts'
import { formatMessage } from '@/lib/i18n/format'

const texts = en.profileFields
const FIELDS = '/dashboard/settings/profile-fields'

test.use({ ownService: 'profile-fields' })
test.describe.configure({ mode: 'serial' })

async function createField(page: Page, label: string, fill: (page: Page) => Promise<void>) {
  await page.goto(`${FIELDS}/new`)
  await page.getByLabel(texts.form.labelEn).fill(label)
  await page.getByLabel(texts.form.labelTr).fill(`${label} TR`)
  await fill(page)
  await page.getByRole('button', { name: texts.form.submit }).click()
}

for (const javaScriptEnabled of [true, false])
  test(`an administrator adds fields, a user fills them in, and both see what they may, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    test.slow() // many pages, some checked with axe
    const suffix = javaScriptEnabled ? 'a' : 'b'
    const [team, city] = [`Team ${suffix}`, `<b>City</b> ${suffix}`]
    const admin = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(admin, service)
    const desk = await admin.newPage()
    const visitor = await newVisitor(browser, service, javaScriptEnabled)
    const page = await visitor.newPage()
    const faults = [watchFaults(desk), watchFaults(page)]
    if (javaScriptEnabled) {
      await look(desk, FIELDS)
      await look(desk, `${FIELDS}/new`)
    }
    await createField(desk, team, async (form) => {
      await form.getByLabel(texts.form.key).fill('Not a key')
    })
    await expect(desk.getByText(en.forms.fieldErrors.invalid_key)).toBeVisible()
    await createField(desk, team, async (form) => {
      await form.getByLabel(texts.form.key).fill(`team_${suffix}`)
      // Ignored, because the next selection hides it.
      await form.getByLabel(texts.form.maxLength).fill('10')
      await expect(form.getByLabel(texts.form.options)).toBeHidden()
      await form.getByLabel(texts.form.type).selectOption('choice')
      await expect(form.getByLabel(texts.form.maxLength)).toBeHidden()
      await form.getByLabel(texts.form.options).fill('Blue\nGreen')
      await form.getByLabel(texts.form.required).selectOption('true')
    })
    await expect(desk.getByText(texts.created)).toBeVisible()
    await createField(desk, city, async (form) => {
      await form.getByLabel(texts.form.key).fill(`city_code_${suffix}`)
    })
    await expect(desk.getByRole('link', { name: city })).toBeVisible()
    if (javaScriptEnabled) await expectSound(desk)

    const email = freshEmail()
    await page.goto('/auth/register')
    await page.getByLabel(en.forms.email).fill(email)
    await page.getByLabel(en.forms.password, { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: en.auth.register.submit }).click()
    await expect(page.getByText(en.forms.fieldErrors.required)).toBeVisible()
    if (javaScriptEnabled) await expectSound(page)
    await page.getByLabel(en.forms.password, { exact: true }).fill(PASSWORD)
    await page.getByLabel(team).selectOption('Green')
    await page.getByRole('button', { name: en.auth.register.submit }).click()
    await expect(page).toHaveURL('/auth/check-mail')
    await page.goto(await service.mailedLink(email, 'verify-email'))
    await page.getByRole('button', { name: en.auth.verify.submit }).click()
    await page.waitForURL('/dashboard')

    await page.goto('/dashboard/account')
    await expect(page.getByLabel(team)).toHaveValue('Green')
    await page.getByLabel(city).fill('<i>35</i>')
    if (javaScriptEnabled) await expectSound(page)
    await page.getByRole('button', { name: texts.own.save }).click()
    await expect(page.getByText(texts.own.saved)).toBeVisible()
    await expect(page.getByLabel(city)).toHaveValue('<i>35</i>')

    await desk.goto(`/dashboard/users?query=${encodeURIComponent(email)}`)
    await desk.getByRole('link', { name: email }).first().click()
    const card = desk.getByRole('definition')
    await expect(card.getByText('<i>35</i>', { exact: true })).toBeVisible()
    await desk.getByText(texts.user.edit).click()
    await desk.getByLabel(team).selectOption('Blue')
    await desk.getByRole('button', { name: texts.user.save }).click()
    await expect(desk.getByText(texts.user.saved)).toBeVisible()
    await expect(card.getByText('Blue', { exact: true })).toBeVisible()
    if (javaScriptEnabled) await expectSound(desk)

    for (const [label, last] of [
      [team, false],
      [city, true],
    ] as const) {
      await desk.goto(FIELDS)
      await desk.getByRole('link', { name: label }).click()
      await expect(desk.getByRole('heading', { level: 1 })).toContainText(texts.edit)
      if (javaScriptEnabled && last) await expectSound(desk)
      await desk.getByRole('button', { name: texts.delete }).first().click()
      const dialog = desk.getByRole('dialog')
      await expect(dialog.getByText(formatMessage(texts.deleteTitle, { label }))).toBeVisible()
      await dialog.getByRole('button', { name: texts.delete }).click()
      await expect(desk.getByText(texts.deleted)).toBeVisible()
    }
    await page.goto('/dashboard/account')
    await expect(page.getByText('<i>35</i>')).toHaveCount(0)
    expect(faults.flat()).toEqual([])
    await Promise.all([admin.close(), visitor.close()])
  })
