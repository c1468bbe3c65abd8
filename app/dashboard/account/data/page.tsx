import { Download } from 'lucide-react'
import { deleteAccount } from '@/app/dashboard/account/data/actions'
import { CurrentPasswordField } from '@/components/forms/account-fields'
import { PageForm } from '@/components/forms/page-form'
import { RefusalAlert } from '@/components/forms/refusal-alert'
import { SubmitButton } from '@/components/forms/submit-button'
import { PageHeader } from '@/components/layout/page-header'
import { Button, buttonClasses } from '@/components/ui/button'
import { Card, CardBody, CardHeader } from '@/components/ui/card'
import { TextLink } from '@/components/ui/links'
import { ConfirmPopover, PopoverDialog, PopoverFooter } from '@/components/ui/popover'
import { formatMessage } from '@/lib/i18n/format'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { findOwnAccountState, type ReauthMethod } from '@/lib/identity/sign-in/reauthenticate'
import { restorationPeriod } from '@/lib/users/erasure/erasure-date'
import { definePage } from '@/lib/web/define-page'
import { readOutcome } from '@/lib/web/form-outcome'
import { pageLanguage } from '@/lib/web/preferences'
import { loginPath } from '@/lib/web/safe-redirect'

const page = definePage('/dashboard/account/data')

export const generateMetadata = page.metadata

/** Data export, and deletion or erasure of the account. */
export default page.render(async ({ principal, profile }) => {
  const { locale, messages } = await pageLanguage()
  const texts = messages.ownAccount.data
  const { proof } = await findOwnAccountState(principal)
  return (
    <>
      <PageHeader title={texts.title} lead={texts.lead} />
      <RefusalAlert outcome={await readOutcome()} locale={locale} />
      <div className="grid gap-6">
        <Card>
          <CardHeader title={texts.exportTitle} lead={texts.exportText} />
          <CardBody>
            <a
              className={buttonClasses({ variant: 'outline' })}
              href="/dashboard/account/data/export"
              download
            >
              <Download aria-hidden />
              {texts.download}
            </a>
          </CardBody>
        </Card>
        <Card>
          <CardHeader title={texts.deleteTitle} lead={deletionText(texts, locale)} />
          <CardBody>
            <DeleteAccount
              proof={proof}
              email={profile.email}
              locale={locale}
              messages={messages}
            />
          </CardBody>
        </Card>
        <Card>
          <CardHeader title={texts.eraseTitle} lead={texts.eraseText} />
          <CardBody>
            <DeleteAccount
              erase
              proof={proof}
              email={profile.email}
              locale={locale}
              messages={messages}
            />
          </CardBody>
        </Card>
      </div>
    </>
  )
})

function deletionText(texts: Messages['ownAccount']['data'], locale: Locale): string {
  const period = restorationPeriod(locale)
  const restoring =
    period === null ? texts.restorable : formatMessage(texts.restorableFor, { period })
  return `${texts.deleteText} ${restoring}`
}

interface DeleteAccountProps {
  /** Erases the account at once. */
  erase?: boolean
  proof: ReauthMethod
  email: string
  locale: Locale
  messages: Messages
}

const HERE = '/dashboard/account/data'

/**
 * Deletes or erases the account after a confirmation that states the consequence and asks the user
 * to prove their identity.
 */
function DeleteAccount({ erase = false, proof, email, locale, messages }: DeleteAccountProps) {
  const { ownAccount, forms } = messages
  const texts = ownAccount.data
  const confirmText = erase ? texts.eraseConfirmText : texts.confirmText
  const dialog = {
    id: erase ? 'erase-account' : 'delete-account',
    title: formatMessage(erase ? texts.eraseConfirmTitle : texts.confirmTitle, { email }),
    text: proof === 'sign-in' ? texts.signInText : confirmText,
  }
  return (
    <>
      <Button variant="dangerOutline" popoverTarget={dialog.id}>
        {erase ? texts.erase : texts.delete}
      </Button>
      {proof === 'sign-in' ? (
        <ConfirmPopover {...dialog} cancel={texts.cancel}>
          <a className={buttonClasses()} href={loginPath(HERE)}>
            {ownAccount.signInAgain}
          </a>
        </ConfirmPopover>
      ) : (
        <PopoverDialog {...dialog}>
          <PageForm
            onlyField="password"
            action={deleteAccount}
            locale={locale}
            className="gap-5 px-5 sm:px-6"
            recoveryActions={{
              reauthentication_required: (
                <TextLink alone href={HERE}>
                  {texts.reload}
                </TextLink>
              ),
            }}
          >
            {erase ? <input type="hidden" name="erase" value="true" /> : null}
            {proof === 'password' ? (
              <CurrentPasswordField name="password" email={email} texts={forms} />
            ) : null}
            <div className="-mx-5 sm:-mx-6">
              <PopoverFooter id={dialog.id} cancel={texts.cancel}>
                <SubmitButton variant="danger" pendingText={forms.pending}>
                  {erase ? texts.eraseConfirmSubmit : texts.confirmSubmit}
                </SubmitButton>
              </PopoverFooter>
            </div>
          </PageForm>
        </PopoverDialog>
      )}
    </>
  )
}
