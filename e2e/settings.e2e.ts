import { ADMIN, asAdmin } from '@/e2e/administrator'
import { expect, newVisitor, test, watchFaults } from '@/e2e/fixtures'
import { expectSound } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'
import { formatMessage } from '@/lib/i18n/format'
import { settingNamed } from '@/lib/settings/setting-definitions'
import { type SmtpReceiver, startSmtpReceiver } from '@/tests/kit/stand-ins/smtp-receiver'

const texts = en.settings
const SMTP_PASSWORD = 'right-password'

test.use({
  ownService: 'settings',
  serviceEnv: { AUTH_LOCKOUT_DURATION: '20m', AUTH_REGISTRATION_SHOW_DOMAINS: 'false' },
})
test.describe.configure({ mode: 'serial' })

for (const javaScriptEnabled of [true, false])
  test(`the minimum password length is changed and applies to registration, ${javaScriptEnabled ? 'with' : 'without'} JavaScript`, async ({
    browser,
    service,
  }) => {
    const length = javaScriptEnabled ? '17' : '19'
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(context, service)
    const page = await context.newPage()
    const faults = watchFaults(page)
    await page.goto('/dashboard/settings')
    if (javaScriptEnabled) await expectSound(page)
    await page.getByRole('link', { name: texts.areas.policy.title }).click()
    await expect(
      page.getByText(formatMessage(texts.locked, { variable: 'AUTH_LOCKOUT_DURATION' })),
    ).toBeVisible()
    await expect(
      page.getByRole('paragraph').filter({ hasText: new RegExp(`^${texts.off}$`) }),
    ).toBeVisible()
    const field = page.getByLabel(settingNamed('password_min_length').label.en)
    await field.fill('5')
    await page.getByRole('button', { name: texts.save }).click()
    await expect(page.getByText(en.forms.fieldErrors.out_of_range)).toBeVisible()
    await expect(field).toHaveValue('5')
    await field.fill(length)
    await page.getByRole('button', { name: texts.save }).click()
    await expect(page.getByText(texts.saved)).toBeVisible()
    await expect(field).toHaveValue(length)
    if (javaScriptEnabled) await expectSound(page)
    const visitor = await newVisitor(browser, service, javaScriptEnabled)
    const registration = await visitor.newPage()
    await registration.goto('/auth/register')
    await expect(
      registration.getByText(formatMessage(en.forms.newPasswordHint, { min: length })),
    ).toBeVisible()
    expect(faults).toEqual([])
    await visitor.close()
    await context.close()
  })

test.describe('email', () => {
  let receiver: SmtpReceiver
  test.beforeAll(async () => {
    receiver = await startSmtpReceiver({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) =>
        password === SMTP_PASSWORD
          ? done(null, { user: 'me' })
          : done(
              Object.assign(new Error('5.7.8 these credentials are wrong'), { responseCode: 535 }),
            ),
    })
  })
  test.afterAll(() => receiver.close())

  test('a mail server is configured: wrong credentials show its error, right ones send', async ({
    context,
    page,
    service,
  }) => {
    await asAdmin(context, service)
    await page.goto('/dashboard/settings/mail')
    const configure = async (password: string) => {
      await page
        .getByLabel(settingNamed('smtp_url').label.en)
        .fill(`smtp://me:${password}@127.0.0.1:${receiver.port}`)
      await page.getByRole('button', { name: texts.save }).click()
      await expect(page.getByText(texts.saved)).toBeVisible()
      await page.getByRole('button', { name: texts.test.submit }).click()
    }
    await configure('wrong-password')
    await expect(page.getByText(texts.test.failed)).toBeVisible()
    await expect(page.getByText('535 5.7.8 these credentials are wrong').first()).toBeVisible()
    await expect(page.getByText(texts.health.failing)).toBeVisible()
    expect(await page.content()).not.toContain('wrong-password')
    await expectSound(page)
    await configure(SMTP_PASSWORD)
    await expect(page.getByText(texts.test.passed)).toBeVisible()
    await expect(page.getByText(texts.health.working)).toBeVisible()
    expect(receiver.mails.flatMap(({ envelope }) => envelope.to)).toContain(ADMIN.email)
    expect(await page.content()).not.toContain(SMTP_PASSWORD)
    await page.goto('/dashboard/settings/status')
    await expect(page.getByText(texts.status.sealed.split(' ', 1)[0]!).first()).toBeVisible()
    await expectSound(page)
  })
})
