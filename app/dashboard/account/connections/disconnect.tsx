import { changeConnections } from '@/app/dashboard/account/connections/actions'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Button, buttonClasses } from '@/components/ui/button'
import { ConfirmPopover } from '@/components/ui/confirm-popover'
import { TextLink } from '@/components/ui/text-link'
import { providerLabel, type ProviderName } from '@/lib/external/enabled-providers'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

interface DisconnectProps {
  provider: ProviderName
  email: string | null
  last: boolean
  locale: Locale
  messages: Messages
}

/** Ends a connection after a second step that says what it means; the last way in instead leads to setting a password. */
export function Disconnect({ provider, email, last, locale, messages }: DisconnectProps) {
  const texts = messages.account.connections
  const name = providerLabel(provider)
  const popover = `disconnect-${provider}`
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        popoverTarget={popover}
        aria-label={formatMessage(texts.disconnectLabel, { provider: name })}
      >
        {texts.disconnect}
      </Button>
      {last ? (
        <ConfirmPopover
          id={popover}
          title={formatMessage(texts.lastTitle, { provider: name })}
          text={formatMessage(texts.lastText, { provider: name })}
          cancel={texts.cancel}
        >
          <a className={buttonClasses()} href="/dashboard/account/password">
            {texts.setPassword}
          </a>
        </ConfirmPopover>
      ) : (
        <ConfirmPopover
          id={popover}
          title={formatMessage(texts.disconnectTitle, { provider: name })}
          text={formatMessage(texts.disconnectText, {
            provider: name,
            account: email ?? formatMessage(texts.thatAccount, { provider: name }),
          })}
          cancel={texts.cancel}
        >
          <PageForm
            action={changeConnections}
            locale={locale}
            intent={`disconnect_${provider}`}
            ways={{
              last_way_in: (
                <TextLink alone href="/dashboard/account/password">
                  {texts.setPassword}
                </TextLink>
              ),
            }}
          >
            <SubmitButton variant="danger" pendingText={messages.forms.pending}>
              {texts.disconnect}
            </SubmitButton>
          </PageForm>
        </ConfirmPopover>
      )}
    </>
  )
}
