import { endSessions } from '@/app/dashboard/account/sessions/actions'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Button } from '@/components/ui/button'
import { ConfirmPopover } from '@/components/ui/confirm-popover'
import { formatMessage } from '@/lib/i18n/format-message'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

interface RevokeSessionProps {
  id: string
  /** What the device is called. */
  name: string
  locale: Locale
  messages: Messages
}

/** Ends one session, after a second step. */
export function RevokeSession({ id, name, locale, messages }: RevokeSessionProps) {
  const texts = messages.account.sessions
  const popover = `revoke-${id}`
  return (
    <>
      <Button
        variant="outline"
        size="sm"
        popoverTarget={popover}
        aria-label={formatMessage(texts.revokeLabel, { device: name })}
      >
        {texts.revoke}
      </Button>
      <ConfirmPopover
        id={popover}
        title={formatMessage(texts.revokeTitle, { device: name })}
        text={texts.revokeText}
        cancel={texts.cancel}
      >
        <PageForm action={endSessions} locale={locale} intent="revoke">
          <input type="hidden" name="session_id" value={id} />
          <SubmitButton variant="danger" pendingText={messages.forms.pending}>
            {texts.revoke}
          </SubmitButton>
        </PageForm>
      </ConfirmPopover>
    </>
  )
}
