import type { CDPSession, Page } from '@playwright/test'
import {
  expect,
  hydrated,
  newVisitor,
  openWithoutScripts,
  type Person,
  signIn,
  test,
  watchFaults,
} from '@/e2e/fixtures'
import { expectSound } from '@/e2e/sound'
import { setUpTwoStep } from '@/e2e/two-step-stage'
import { en } from '@/lib/i18n/en'

const SECURITY = '/dashboard/account/security'
const { card, confirm, notices, offer } = en.passkeys

/** A device that verifies its user, as Chromium simulates it. */
class Device {
  readonly #cdp: CDPSession
  readonly #id: string

  private constructor(cdp: CDPSession, id: string) {
    this.#cdp = cdp
    this.#id = id
  }

  static async of(page: Page): Promise<Device> {
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('WebAuthn.enable', { enableUI: false })
    const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        ctap2Version: 'ctap2_1',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    return new Device(cdp, authenticatorId)
  }

  /** Whether it answers by itself, as when the user touches it. */
  async answers(enabled: boolean): Promise<void> {
    const authenticatorId = this.#id
    await this.#cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  }

  async userVerified(isUserVerified: boolean): Promise<void> {
    await this.#cdp.send('WebAuthn.setUserVerified', { authenticatorId: this.#id, isUserVerified })
  }

  /** Replaces its passkey with a copy whose counter was put back. */
  async putCounterBack(): Promise<void> {
    const authenticatorId = this.#id
    const { credentials } = await this.#cdp.send('WebAuthn.getCredentials', { authenticatorId })
    const [credential] = credentials
    const { credentialId } = credential!
    await this.#cdp.send('WebAuthn.removeCredential', { authenticatorId, credentialId })
    await this.#cdp.send('WebAuthn.addCredential', {
      authenticatorId,
      credential: { ...credential!, signCount: 0 },
    })
  }
}

test('a user adds, names, uses, and removes passkeys', async ({ page, service, person }) => {
  const faults = watchFaults(page)
  const device = await Device.of(page)
  await signIn(page.context(), service, person)
  await addPasskey(page, 'Work laptop')
  await expectSound(page)

  await page.getByRole('button', { name: 'Rename Work laptop' }).click()
  await page
    .getByRole('textbox', { name: card.name })
    .and(page.locator(':visible'))
    .fill('Old laptop')
  await page.getByRole('button', { name: card.save }).and(page.locator(':visible')).click()
  await expect(page.getByText(notices.passkey_renamed)).toBeVisible()
  await expect(page.getByText('Old laptop', { exact: true })).toBeVisible()

  // A second passkey on the same device is refused by the browser.
  await page.getByText(card.add, { exact: true }).first().click()
  await page.getByRole('button', { name: card.add }).click()
  await expect(page.getByText(en.passkeys.ceremony.exists)).toBeVisible()

  await signOut(page, device)
  await expectSound(page)
  await signInWith(page, device)
  await expect(page).toHaveURL('/dashboard')

  await page.goto(SECURITY)
  await page.getByRole('button', { name: 'Remove Old laptop' }).click()
  await page.getByRole('button', { name: card.removePasskey }).click()
  await expect(page.getByText(notices.passkey_removed)).toBeVisible()
  await expect(page.getByText(card.none)).toBeVisible()
  await signOut(page, device)
  await signInWith(page, device)
  await expect(page.getByText(en.problems.passkey_refused.text)).toBeVisible()
  expect(faults).toEqual([])
})

test('the email field offers the passkey, and choosing it signs in', async ({
  page,
  service,
  person,
}) => {
  const device = await Device.of(page)
  await signIn(page.context(), service, person)
  await addPasskey(page, '')
  await signOut(page, device)
  await device.answers(true)
  await page.goto('/auth/login?next=%2Fdashboard%2Faccount')
  await expect(page).toHaveURL('/dashboard/account')
})

test('a passkey replaces the code of two-step verification, and the password before a change', async ({
  page,
  service,
  person,
}) => {
  const device = await Device.of(page)
  await signIn(page.context(), service, person)
  await page.goto(SECURITY)
  await setUpTwoStep(page)
  await addPasskey(page, 'Phone')
  await page.goto(
    `/dashboard/account/confirm?next=${encodeURIComponent('/dashboard/account/email')}`,
  )
  await expectSound(page)
  await page.getByRole('button', { name: en.passkeys.useInstead }).click()
  await expect(page).toHaveURL('/dashboard/account/email')
  // The password is not asked for.
  await expect(page.getByLabel(en.forms.currentPassword)).toHaveCount(0)

  await signOut(page, device)
  await passFirstStep(page, person)
  await expect(page).toHaveURL('/auth/mfa')
  await expectSound(page)
  await device.answers(true)
  await page.getByRole('button', { name: en.passkeys.useInstead }).click()
  await expect(page).toHaveURL('/dashboard')
})

test('an unverified user and a copied passkey are refused', async ({ page, service, person }) => {
  const device = await Device.of(page)
  await signIn(page.context(), service, person)
  await addPasskey(page, 'Phone')
  await signOut(page, device)
  await device.userVerified(false)
  await signInWith(page, device)
  await expect(page.getByText(en.passkeys.ceremony.canceled)).toBeVisible()
  await device.userVerified(true)
  await signInWith(page, device)
  await expect(page).toHaveURL('/dashboard')
  await signOut(page, device)
  await device.putCounterBack()
  await signInWith(page, device)
  await expect(page.getByText(en.problems.passkey_refused.text)).toBeVisible()
})

test('the home page offers a passkey once, where the device can keep one', async ({
  page,
  service,
  person,
}) => {
  await signIn(page.context(), service, person)
  await page.goto('/dashboard')
  await deviceAsked(page)
  await expect(page.getByText(offer.title)).toHaveCount(0)
  await Device.of(page)
  await page.reload()
  await expect(page.getByText(offer.title)).toBeVisible()
  await expectSound(page)
  await page.getByRole('button', { name: offer.dismiss }).click()
  await expect(page.getByText(offer.title)).toHaveCount(0)
  await expect(page.locator('#content')).toBeFocused()
  let posts = 0
  page.on('request', (request) => (posts += Number(request.method() === 'POST')))
  await page.reload()
  await deviceAsked(page)
  expect(posts).toBe(0)
  await expect(page.getByText(offer.title)).toHaveCount(0)
})

test('without JavaScript, the pages say what passkeys need, and the password signs in', async ({
  browser,
  service,
  person,
}) => {
  const context = await newVisitor(browser, service, false)
  const page = await context.newPage()
  await passFirstStep(page, person)
  await expect(page).toHaveURL('/dashboard')
  await page.goto(SECURITY)
  await page.getByText(card.add, { exact: true }).first().click()
  await expect(page.getByText(card.unavailable)).toBeVisible()
  await expect(page.getByRole('button', { name: card.add })).toHaveCount(0)
  await page.goto('/dashboard/account/confirm')
  await expect(page.getByText(confirm.unavailable)).toBeVisible()
  await context.close()
})

test('where the script of a page does not start, it says what passkeys need, and takes it back when it does', async ({
  page,
  service,
  person,
}) => {
  await signIn(page.context(), service, person)
  const runScripts = await openWithoutScripts(page, SECURITY)
  await page.getByText(card.add, { exact: true }).first().click()
  const [needs, name] = [page.getByText(card.unavailable), page.getByLabel(card.name)]
  await expect(needs).toBeAttached()
  const heights = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main form')].map((form) => form.clientHeight),
    )
  const before = await heights()
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish()
  })
  await expect(needs).toBeVisible()
  await expect(name).toBeHidden()
  runScripts()
  await expect(name).toBeVisible()
  await expect(needs).toHaveCount(0)
  expect(await heights()).toEqual(before)
})

/** Waits until the page's script knows whether the device can keep a passkey. */
async function deviceAsked(page: Page) {
  await hydrated(page)
  await page.evaluate(() => PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())
}

async function addPasskey(page: Page, name: string) {
  await page.goto(SECURITY)
  await page.getByText(card.add, { exact: true }).first().click()
  await page.getByRole('textbox', { name: card.name }).and(page.locator(':visible')).fill(name)
  await page.getByRole('button', { name: card.add }).click()
  await expect(page.getByText(notices.passkey_added)).toBeVisible()
}

/** Leaves a device that does not answer: it would sign in as soon as the email field offers it. */
async function signOut(page: Page, device: Device) {
  await device.answers(false)
  await page.context().clearCookies()
  await page.goto('/auth/login')
}

async function signInWith(page: Page, device: Device) {
  const button = page.getByRole('button', { name: en.passkeys.signIn })
  // Shown by the script that also offers passkeys in the email field.
  await expect(button).toBeVisible()
  await device.answers(true)
  await button.click()
}

async function passFirstStep(page: Page, person: Person) {
  await page.goto('/auth/login')
  await page.getByLabel(en.forms.email).fill(person.email)
  await page.getByLabel(en.forms.password, { exact: true }).fill(person.password)
  await page.getByRole('button', { name: en.auth.login.submit, exact: true }).click()
}
