import { ADMIN } from '@/e2e/administrator'
import { expect, PASSWORD, test, watchFaults } from '@/e2e/fixtures'
import { expectSound } from '@/e2e/sound'
import { asWho, at, stage } from '@/e2e/user-detail-stage'
import { en } from '@/lib/i18n/en'
import { formatMessage } from '@/lib/i18n/format'

const { data, notices } = en.ownAccount
const texts = en.userDetail.erasure

test.use({ ownService: 'administrator' })

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? 'with JavaScript' : 'without JavaScript', () => {
    test('a user erases their account: asked with the password, and the address is free', async ({
      browser,
      service,
    }) => {
      const { person } = await stage(service)
      const member = await person(['user'])
      const context = await asWho(browser, service, member, javaScriptEnabled)
      const page = await context.newPage()
      const faults = watchFaults(page)
      for (const password of ['not my password', PASSWORD]) {
        await page.goto('/dashboard/account/data')
        await page.getByRole('button', { name: data.erase }).click()
        const question = page.getByRole('dialog', {
          name: formatMessage(data.eraseConfirmTitle, { email: member.email }),
        })
        await question.getByLabel(en.forms.currentPassword, { exact: true }).fill(password)
        await question.getByRole('button', { name: data.eraseConfirmSubmit }).click()
        if (password !== PASSWORD)
          await expect(
            page
              .getByText(en.forms.fieldErrors.wrong_password)
              .and(page.locator(':visible'))
              .first(),
          ).toBeVisible()
      }
      await expect(page).toHaveURL('/auth/login')
      await expect(page.getByText(notices.account_erased)).toBeVisible()
      expect((await service.api('login', { ...member })).status).toBe(401)
      await expect
        .poll(() => service.process.output())
        .toMatch(new RegExp(`Mail to ${member.email}\\n\\s*Subject: Your account was erased`))
      const { email, password } = member
      await service.api('register', { email, password })
      await service.mailedLink(email, 'verify-email')
      expect(faults).toEqual([])
      await context.close()
    })

    test('an administrator erases a deleted user, who is named, and the list no longer has them', async ({
      browser,
      service,
    }) => {
      const { call, person } = await stage(service)
      const { id, email } = await person(['user'])
      await call('DELETE', `/users/${id}`)
      const context = await asWho(browser, service, ADMIN, javaScriptEnabled)
      const page = await context.newPage()
      const faults = watchFaults(page)
      await page.goto(at(id))
      await page.getByText(texts.open, { exact: true }).click()
      await expect(page.getByText(formatMessage(texts.confirm, { person: email }))).toBeVisible()
      await expect(page.getByText(texts.text)).toBeVisible()
      if (javaScriptEnabled) await expectSound(page)
      await page.getByRole('button', { name: texts.submit }).click()
      await expect(page).toHaveURL('/dashboard/users')
      await expect(page.getByText(en.users.erased)).toBeVisible()
      await page.goto('/dashboard/users?status=deleted')
      await expect(page.getByText(email)).toHaveCount(0)
      expect((await page.goto(at(id)))!.status()).toBe(404)
      await expect(page.getByText(email)).toHaveCount(0)
      expect(faults).toEqual([])
      await context.close()
    })
  })
