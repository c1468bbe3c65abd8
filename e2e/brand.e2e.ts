import type { Page } from '@playwright/test'
import { mailTextAddress } from '@/app/dashboard/settings/mail-texts/mail-texts-query'
import { asAdmin, callAsAdmin } from '@/e2e/administrator'
import {
  expect,
  freshEmail,
  newVisitor,
  openWithoutScripts,
  PASSWORD,
  test,
  watchFaults,
} from '@/e2e/fixtures'
import type { Service } from '@/e2e/services'
import { expectSound } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'
import { builtInText } from '@/lib/messaging/mail/editable-text'
import { mailOf } from '@/lib/messaging/mail/mails'
import { settingNamed } from '@/lib/settings/setting-definitions'
import { picture } from '@/tests/kit/upload-files'

const { brand, settings } = en
const { mailTexts } = brand
const WIDTH = 300

test.use({ ownService: 'brand', serviceEnv: { BRAND_PRIVACY_URL: 'https://acme.example/privacy' } })
test.describe.configure({ mode: 'serial' })

const accentOf = (page: Page) =>
  page.getByLabel(settingNamed('accent_color').label.en, { exact: true })
const lightLogo = (page: Page) =>
  page.getByRole('group', { name: settingNamed('logo_light_upload_id').label.en })

async function save(page: Page, name: string, color: string): Promise<void> {
  await page.getByLabel(settingNamed('product_name').label.en).fill(name)
  await accentOf(page).fill(color)
  await page.getByRole('button', { name: settings.save }).click()
}

async function uploadLogo(page: Page): Promise<void> {
  const buffer = await picture(WIDTH, 100).png().toBuffer()
  const file = { name: 'logo.png', mimeType: 'image/png', buffer }
  await lightLogo(page).getByLabel(brand.logos.choose).setInputFiles(file)
  await lightLogo(page).getByRole('button', { name: brand.logos.upload }).click()
  await expect(page.getByText(brand.logos.saved)).toBeVisible()
}

/** Registers a user and opens the HTML of the welcome email. */
async function openMail(page: Page, service: Service, subject: string) {
  const email = freshEmail()
  await service.api('register', { email, password: PASSWORD })
  await service.mailedLink(email, 'verify-email')
  await page.goto('/local/outbox')
  await expect(page.getByRole('heading', { level: 2 }).first()).toHaveText(subject)
  await page.getByRole('link', { name: en.outbox.showHtml }).first().click()
  return page.frameLocator('iframe')
}

test('name, color and logo appear everywhere, and an email text until it is reverted', async ({
  browser,
  context,
  page,
  service,
}) => {
  // Four pages are checked for accessibility, one of them with every email text.
  test.slow()
  await asAdmin(context, service)
  const faults = watchFaults(page)
  await page.goto('/dashboard/settings/brand')
  await expect(page.getByText('https://acme.example/privacy')).toBeVisible()
  await save(page, 'Acme ID', '#777777')
  await expect(page.getByRole('alert').filter({ hasText: '4.24:1' })).toBeVisible()
  await accentOf(page).fill('#7c3aed')
  const sample = page.getByRole('group', { name: brand.preview.light })
  await expect(sample).toContainText('Acme ID')
  await expect(sample.getByText(brand.preview.button, { exact: true })).toHaveCSS(
    'background-color',
    'rgb(124, 58, 237)',
  )
  await page.getByRole('button', { name: settings.save }).click()
  await expect(page.getByText(settings.saved)).toBeVisible()
  await uploadLogo(page)
  await expectSound(page)

  const visitor = await newVisitor(browser, service)
  const login = await visitor.newPage()
  await login.goto('/auth/login')
  await expect(login.getByRole('heading', { level: 1 })).toHaveText('Sign in to Acme ID')
  await expect(login.getByRole('button', { name: en.auth.login.submit, exact: true })).toHaveCSS(
    'background-color',
    'rgb(124, 58, 237)',
  )
  const widthOf = (image: HTMLImageElement) => (image.complete ? image.naturalWidth : 0)
  await expect
    .poll(() => login.getByRole('img', { name: 'Acme ID' }).first().evaluate(widthOf))
    .toBe(WIDTH)
  for (const path of ['/auth/login', '/auth/register'])
    expect(await (await visitor.request.get(path)).text(), path).not.toContain('Gatehouse')
  for (const path of ['/dashboard', '/dashboard/account', '/dashboard/settings'])
    expect(await (await context.request.get(path)).text(), path).not.toContain('Gatehouse')
  await visitor.close()

  const logo = await fetch(`${service.url}/brand/logo-light`)
  expect([logo.status, logo.headers.get('content-type')]).toEqual([200, 'image/png'])
  expect(logo.headers.get('cache-control')).toBe('public, max-age=300')
  expect(logo.headers.get('x-content-type-options')).toBe('nosniff')
  expect(logo.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  const again = { headers: { 'if-none-match': logo.headers.get('etag')! } }
  expect((await fetch(`${service.url}/brand/logo-light`, again)).status).toBe(304)

  await page.goto('/dashboard/settings/mail-texts')
  await expectSound(page)
  await page
    .getByRole('link', { name: `${mailOf('verify_email').texts.en.name}, ` })
    .first()
    .click()
  const builtIn = await page.getByLabel(mailTexts.subject).inputValue()
  await page.getByLabel(mailTexts.subject).fill('Your {product} is ready')
  await page.getByRole('button', { name: mailTexts.preview, exact: true }).click()
  await expect(page.getByText(mailTexts.unsaved)).toBeVisible()
  await expect(page.getByText('Your Acme ID is ready', { exact: true }).first()).toBeVisible()
  // axe would wait forever for the frame of the HTML, which runs no scripts.
  await page.getByRole('link', { name: mailTexts.showText }).click()
  await expect(page.locator('iframe')).toHaveCount(0)
  await expectSound(page)
  await page.getByRole('button', { name: mailTexts.save }).click()
  await expect(page.getByText(mailTexts.saved)).toBeVisible()
  const editor = page.url()
  const mail = await openMail(page, service, 'Your Acme ID is ready')
  await expect.poll(() => mail.getByRole('img', { name: 'Acme ID' }).evaluate(widthOf)).toBe(WIDTH)

  await page.goto(editor)
  await page.getByRole('button', { name: mailTexts.revert }).click()
  await expect(page.getByText(mailTexts.reverted)).toBeVisible()
  await openMail(page, service, builtIn)
  expect(faults).toEqual([])
})

test('an old draft of an email text does not overwrite what was saved since', async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  const editor = mailTextAddress({ kind: 'reset_password', locale: 'en' })
  await page.goto(editor)
  await page.getByLabel(mailTexts.subject).fill('An old draft')
  await page.getByRole('button', { name: mailTexts.preview, exact: true }).click()
  await expect(page.getByText(mailTexts.unsaved)).toBeVisible()
  const theirs = { ...builtInText('reset_password', 'en'), subject: 'Saved since' }
  const values = { 'reset_password.en': theirs }
  await callAsAdmin(service, 'PUT', '/settings/mail-texts', { values })

  await page.goto(editor)
  await expect(page.getByLabel(mailTexts.subject)).toHaveValue('Saved since')
  await page.getByRole('link', { name: mailTexts.showText }).click()
  await expect(page.getByLabel(mailTexts.subject)).toHaveValue('An old draft')
  await page.getByRole('button', { name: mailTexts.save }).click()
  await expect(page.getByText(en.forms.lostUpdate.text)).toBeVisible()
  await page.goto(editor)
  await expect(page.getByLabel(mailTexts.subject)).toHaveValue('Saved since')
})

test('the brand is saved, and a logo uploaded and removed, without JavaScript', async ({
  browser,
  service,
}) => {
  const context = await newVisitor(browser, service, false)
  await asAdmin(context, service)
  const page = await context.newPage()
  await page.goto('/dashboard/settings/brand')
  await save(page, 'Globex', '#ffff00')
  await expect(page.getByRole('alert').filter({ hasText: '1.01:1' })).toBeVisible()
  await expect(accentOf(page)).toHaveValue('#ffff00')
  await save(page, 'Globex', '#15803d')
  await expect(page.getByText(settings.saved)).toBeVisible()
  await expect(page.getByRole('group', { name: brand.preview.dark })).toContainText('Globex')
  await uploadLogo(page)
  await expect(lightLogo(page).getByRole('img', { name: brand.logos.current })).toBeVisible()
  await lightLogo(page).getByRole('button', { name: brand.logos.remove }).click()
  await expect(page.getByText(brand.logos.removed)).toBeVisible()
  expect((await fetch(`${service.url}/brand/logo-light`)).status).toBe(404)
  await context.close()
})

test("a color entered before the page's script ran stays, and the picker shows it", async ({
  context,
  page,
  service,
}) => {
  await asAdmin(context, service)
  const runScripts = await openWithoutScripts(page, '/dashboard/settings/brand')
  await accentOf(page).fill('#0f766e')
  runScripts()
  await expect(page.getByLabel(brand.preview.picker)).toHaveValue('#0f766e')
  await expect(accentOf(page)).toHaveValue('#0f766e')
})
