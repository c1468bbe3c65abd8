import { changeConnections } from '@/app/dashboard/account/connections/actions'
import { CurrentPasswordField } from '@/components/forms/current-password-field'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Button, buttonClasses } from '@/components/ui/button'
import { ConfirmPopover, PopoverDialog, PopoverFooter } from '@/components/ui/confirm-popover'
import { TextLink } from '@/components/ui/text-link'
import { providerLabel, type ProviderName } from '@/lib/external/enabled-providers'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'
import { loginPath } from '@/lib/web/safe-redirect'

/** What has to come before an account is connected: nothing, the password, or another sign-in where there is no password. */
export type Proof = 'none' | 'password' | 'sign-in'

interface ConnectProps {
  provider: ProviderName
  proof: Proof
  /** The address of the account here. */
  owner: string
  locale: Locale
  messages: Messages
}

const HERE = '/dashboard/account/connections'

/** Begins a connection: a form, because an address that does it could be sent to anybody. */
export function Connect({ provider, proof, owner, locale, messages }: ConnectProps) {
  const { forms, account } = messages
  const texts = account.connections
  const name = providerLabel(provider)
  const label = formatMessage(texts.connectLabel, { provider: name })
  if (proof === 'none')
    return (
      <PageForm
        action={changeConnections}
        locale={locale}
        intent={`connect_${provider}`}
        className="justify-items-start"
        // The ten minutes ran out while the page was open: loaded again, it asks for the password.
        ways={{
          reauthentication_required: (
            <TextLink alone href={HERE}>
              {texts.reload}
            </TextLink>
          ),
        }}
      >
        <SubmitButton variant="outline" size="sm" aria-label={label} pendingText={forms.pending}>
          {texts.connect}
        </SubmitButton>
      </PageForm>
    )
  const popover = `connect-${provider}`
  const dialog = {
    id: popover,
    title: label,
    text: formatMessage(proof === 'password' ? texts.passwordText : texts.signInText, { provider: name }),
  }
  return (
    <>
      <Button variant="outline" size="sm" popoverTarget={popover} aria-label={label}>
        {texts.connect}
      </Button>
      {proof === 'password' ? (
        <PopoverDialog {...dialog}>
          <PageForm
            onlyField="current_password"
            action={changeConnections}
            locale={locale}
            intent={`connect_${provider}`}
            className="gap-5 px-5 sm:px-6"
          >
            <CurrentPasswordField name="current_password" email={owner} texts={forms} />
            <div className="-mx-5 sm:-mx-6">
              <PopoverFooter id={popover} cancel={texts.cancel}>
                <SubmitButton pendingText={forms.pending}>
                  {formatMessage(texts.goOn, { provider: name })}
                </SubmitButton>
              </PopoverFooter>
            </div>
          </PageForm>
        </PopoverDialog>
      ) : (
        <ConfirmPopover {...dialog} cancel={texts.cancel}>
          <a className={buttonClasses()} href={loginPath(HERE)}>
            {texts.signInAgain}
          </a>
        </ConfirmPopover>
      )}
    </>
  )
}
