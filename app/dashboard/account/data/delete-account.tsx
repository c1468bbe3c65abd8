import { deleteAccount } from '@/app/dashboard/account/data/actions'
import { CurrentPasswordField } from '@/components/forms/current-password-field'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Button, buttonClasses } from '@/components/ui/button'
import { ConfirmPopover, PopoverDialog, PopoverFooter } from '@/components/ui/confirm-popover'
import { TextLink } from '@/components/ui/text-link'
import type { Proof } from '@/lib/auth/find-own-account-state'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { loginPath } from '@/lib/web/safe-redirect'

interface DeleteAccountProps {
  proof: Proof
  /** The address of the account. */
  email: string
  locale: Locale
  messages: Messages
}

const HERE = '/dashboard/account/data'
const POPOVER = 'delete-account'

/** Deletes the account after a second step that says what it means and asks for what shows that it is theirs. */
export function DeleteAccount({ proof, email, locale, messages }: DeleteAccountProps) {
  const { ownAccount, forms } = messages
  const texts = ownAccount.data
  const dialog = {
    id: POPOVER,
    title: formatMessage(texts.confirmTitle, { email }),
    text: proof === 'sign-in' ? texts.signInText : texts.confirmText,
  }
  return (
    <>
      <Button variant="dangerOutline" popoverTarget={POPOVER}>
        {texts.delete}
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
            ways={{
              reauthentication_required: (
                <TextLink alone href={HERE}>
                  {texts.reload}
                </TextLink>
              ),
            }}
          >
            {proof === 'password' ? (
              <CurrentPasswordField name="password" email={email} texts={forms} />
            ) : null}
            <div className="-mx-5 sm:-mx-6">
              <PopoverFooter id={POPOVER} cancel={texts.cancel}>
                <SubmitButton variant="danger" pendingText={forms.pending}>
                  {texts.confirmSubmit}
                </SubmitButton>
              </PopoverFooter>
            </div>
          </PageForm>
        </PopoverDialog>
      )}
    </>
  )
}
