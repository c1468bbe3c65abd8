import { ADMIN, asAdmin, inviteAccount } from '@/e2e/administrator'
import { expect, freshEmail, newVisitor, PASSWORD, test, watchFaults } from '@/e2e/fixtures'
import { expectSound } from '@/e2e/sound'
import { en } from '@/lib/i18n/en'
import { formatMessage } from '@/lib/i18n/format'

const PATH = '/dashboard/users'
const texts = en.users

test.use({ ownService: 'administrator' })

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with' : 'without'

  test(`an invited user chooses a password and is signed in, ${how} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
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
    await expect(
      page.getByText(formatMessage(texts.invitation.done, { person: email })),
    ).toBeVisible()
    await expect(page.getByRole('row', { name: email })).toContainText(texts.statuses.pending)
    const link = await service.mailedLink(email, 'invitation')
    const own = await newVisitor(browser, service, javaScriptEnabled)
    const invited = await own.newPage()
    const invitedFaults = watchFaults(invited)
    await invited.goto(link)
    await expect(invited.getByText(formatMessage(en.auth.invitation.lead, { email }))).toBeVisible()
    await expect(invited.getByLabel(en.forms.name)).toHaveValue('Grace')
    await invited.getByLabel(en.forms.password, { exact: true }).fill('short')
    await invited.getByRole('button', { name: en.auth.invitation.submit }).click()
    await expect(
      invited.getByText(formatMessage(en.forms.fieldErrors.password_too_short, { min: 12 }), {
        exact: true,
      }),
    ).toBeVisible()
    await invited.getByLabel(en.forms.password, { exact: true }).fill(PASSWORD)
    await invited.getByRole('button', { name: en.auth.invitation.submit }).click()
    await expect(invited).toHaveURL('/dashboard')
    await expect(invited.getByText(email).first()).toBeAttached()
    // The link has been used.
    await invited.goto(link)
    await expect(invited.getByRole('heading', { name: en.auth.deadLink.heading })).toBeVisible()
    await expect(invited.getByRole('link', { name: en.auth.login.submit })).toBeVisible()
    await expect(invited.getByRole('textbox')).toHaveCount(0)
    await invited.getByRole('link', { name: en.auth.invitation.askAgain }).click()
    await expect(invited.getByRole('heading', { level: 1 })).toHaveText(
      en.auth.forgot.invited.heading,
    )
    await page.goto(`${PATH}?query=${email}`)
    await expect(page.getByRole('row', { name: email })).toContainText(texts.statuses.active)
    await expect(page.getByRole('row', { name: email })).toContainText('Grace')
    expect([...faults, ...invitedFaults]).toEqual([])
    await own.close()
    await context.close()
  })

  test(`an invitation is passed on as a link, and the account renamed and sent a password reset, ${how} JavaScript`, async ({
    browser,
    service,
  }) => {
    const context = await newVisitor(browser, service, javaScriptEnabled)
    await asAdmin(context, service)
    const { id, email } = await inviteAccount(service, ['user'])
    const page = await context.newPage()
    const faults = watchFaults(page)
    const { invitation, profile, signInMethods } = en.userDetail
    await page.goto(`${PATH}/${id}`)
    await page.getByText(invitation.create, { exact: true }).first().click()
    await page.getByRole('button', { name: invitation.create }).click()
    const shown = page.getByRole('textbox', {
      name: formatMessage(invitation.linkLabel, { person: email }),
    })
    const link = await shown.inputValue()
    if (javaScriptEnabled) await expectSound(page)
    await page.getByRole('button', { name: invitation.seen }).click()
    await expect(page.getByRole('button', { name: invitation.send })).toBeVisible()
    await expect(shown).toHaveCount(0)
    const own = await newVisitor(browser, service, javaScriptEnabled)
    const invited = await own.newPage()
    await invited.goto(link)
    await invited.getByLabel(en.forms.password, { exact: true }).fill(PASSWORD)
    await invited.getByRole('button', { name: en.auth.invitation.submit }).click()
    await expect(invited).toHaveURL('/dashboard')
    await page.goto(`${PATH}/${id}`)
    await expect(page.getByText(texts.statuses.active, { exact: true })).toBeVisible()
    await page.getByText(profile.editName, { exact: true }).click()
    await page.getByLabel(profile.name, { exact: true }).fill('Grace Hopper')
    await page.getByRole('button', { name: profile.saveName }).click()
    await expect(page.getByText(profile.nameSaved)).toBeVisible()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Grace Hopper')
    const sendReset = page
      .getByRole('button', { name: signInMethods.sendReset })
      .and(page.locator(':visible'))
    await sendReset.first().click()
    await page.getByRole('dialog').getByRole('button', { name: signInMethods.sendReset }).click()
    await expect(
      page.getByText(formatMessage(signInMethods.resetSent, { person: `Grace Hopper (${email})` })),
    ).toBeVisible()
    expect(await service.mailedLink(email, 'reset-password')).toBeTruthy()
    expect(faults).toEqual([])
    await own.close()
    await context.close()
  })
}
