import { endSessions } from '@/app/dashboard/account/sessions/actions'
import { PageForm } from '@/components/forms/page-form'
import { SubmitButton } from '@/components/forms/submit-button'
import { Button } from '@/components/ui/button'
import { ConfirmPopover } from '@/components/ui/confirm-popover'
import type { Locale } from '@/lib/i18n/locale'
import type { Messages } from '@/lib/i18n/messages'

/** Ends every session but this one, after a second step. */
export function SignOutOthers({ locale, messages }: { locale: Locale; messages: Messages }) {
  const texts = messages.account.sessions
  return (
    <>
      <Button variant="dangerOutline" popoverTarget="revoke-others">
        {texts.others}
      </Button>
      <ConfirmPopover
        id="revoke-others"
        title={texts.othersTitle}
        text={texts.othersText}
        cancel={texts.cancel}
      >
        <PageForm action={endSessions} locale={locale} intent="revoke_others">
          <SubmitButton variant="danger" pendingText={messages.forms.pending}>
            {texts.others}
          </SubmitButton>
        </PageForm>
      </ConfirmPopover>
    </>
  )
}
